/** The error table: closed, worded to the letter, and the harness's own class. */
import { HarnessError } from '@deepseek-ai/dsh-llm'
import {
  isUserInteractionError,
  UserInteractionError,
  type UserInteractionErrorCode,
  userInteractionErrors,
} from '@deepseek-ai/dsh-user-interaction'
import { describe, expect, it } from 'vitest'

const codes = Object.keys(userInteractionErrors) as UserInteractionErrorCode[]

const worded: Partial<Record<UserInteractionErrorCode, string>> = {
  ASK_ABORTED: 'ask_user_question was aborted before the user answered',
  EMPTY_QUESTIONS: 'ask_user_question requires at least one question',
  CALLER_NOT_LIVE: 'human interaction requires the exact live calling agent when an agent is supplied',
  DELEGATED_CALLER:
    'human interaction is unavailable while the calling agent is owned by another live agent; include '
    + "the unresolved question or decision in the child agent's final result",
  NO_PROVIDER: 'no user-interaction provider is registered',
  DUPLICATE_PROVIDER: 'a user-interaction provider is already registered',
  ASK_CANCELLED:
    'The user dismissed this without answering. Nothing was chosen or approved, not even a recommended '
    + 'option. Do not ask it again this turn or act as if they had agreed; do only what does not depend on it, '
    + 'otherwise stop and wait for their next message.',
  ASK_EXPIRED:
    'Nobody answered before the deadline. Nothing was chosen or approved, not even a recommended option, '
    + 'and silence is not consent. Do not ask it again this turn; do only what does not depend on it, then stop and '
    + 'state the open question.',
}

describe('the error table', () => {
  it('is closed: these codes with these outcomes', () => {
    expect(Object.fromEntries(codes.map((code) => [code, userInteractionErrors[code].outcome]))).toEqual({
      ASK_ABORTED: 'aborted',
      EMPTY_QUESTIONS: 'failed',
      CALLER_NOT_LIVE: 'failed',
      DELEGATED_CALLER: 'failed',
      BAD_REQUEST: 'failed',
      BAD_INTENT: 'failed',
      NO_PROVIDER: 'failed',
      DUPLICATE_PROVIDER: 'failed',
      ASK_CANCELLED: 'cancelled',
      ASK_EXPIRED: 'expired',
      PROVIDER_GONE: 'failed',
      PROVIDER_FAILED: 'failed',
      SERVICE_GONE: 'failed',
      BAD_ANSWER: 'failed',
    })
  })

  it.each(Object.entries(worded))('words %s to the letter', (code, message) => {
    expect(userInteractionErrors[code as UserInteractionErrorCode].message).toBe(message)
  })

  it('keeps the messages of silence and refusal apart from those of never having been shown', () => {
    for (const code of ['PROVIDER_GONE', 'PROVIDER_FAILED', 'SERVICE_GONE'] as const) {
      expect(userInteractionErrors[code].message).toMatch(/^nobody could be shown this question/)
      expect(userInteractionErrors[code].message).not.toMatch(/dismissed|declined|consent/)
    }
  })
})

describe('UserInteractionError', () => {
  it('is the HarnessError that the tool runtime knows, with name and code', () => {
    const error = new UserInteractionError('NO_PROVIDER')
    expect(error).toBeInstanceOf(HarnessError)
    expect(error).toMatchObject({
      name: 'UserInteractionError',
      code: 'NO_PROVIDER',
      message: userInteractionErrors.NO_PROVIDER.message,
    })
  })

  it('takes a more telling message, and keeps the cause', () => {
    const cause = new Error('the socket closed')
    const error = new UserInteractionError('PROVIDER_FAILED', 'the page was closed', { cause })
    expect(error).toMatchObject({ message: 'the page was closed', cause })
    expect('cause' in new UserInteractionError('PROVIDER_FAILED')).toBe(false)
  })
})

describe('isUserInteractionError', () => {
  it('narrows to any code of the table, or to the one asked for', () => {
    const error: unknown = new UserInteractionError('ASK_EXPIRED')
    expect(isUserInteractionError(error)).toBe(true)
    expect(isUserInteractionError(error, 'ASK_EXPIRED')).toBe(true)
    expect(isUserInteractionError(error, 'ASK_CANCELLED')).toBe(false)
  })

  it('knows an error of another installed copy by name and code', () => {
    const foreign = Object.assign(new Error('dismissed'), { name: 'UserInteractionError', code: 'ASK_CANCELLED' })
    expect(isUserInteractionError(foreign, 'ASK_CANCELLED')).toBe(true)
  })

  it.each([
    ['nothing', undefined],
    ['a string', 'ASK_CANCELLED'],
    ['a plain object', { name: 'UserInteractionError', code: 'ASK_CANCELLED' }],
    ['an error of another name', Object.assign(new Error('no'), { code: 'ASK_CANCELLED' })],
    ['a code outside the table', Object.assign(new Error('no'), { name: 'UserInteractionError', code: 'toString' })],
    ['no code at all', Object.assign(new Error('no'), { name: 'UserInteractionError' })],
  ])('is false for %s', (_what, value) => {
    expect(isUserInteractionError(value)).toBe(false)
  })
})
