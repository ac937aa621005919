import {
  UserInteractionError,
  type AskUserQuestionAnswer,
  type AskUserQuestionItem,
} from '@deepseek-ai/dsh-user-interaction'
import { describe, expect, it } from 'vitest'
import { call, open } from './open.ts'

type Answer = (question: AskUserQuestionItem) => Promise<AskUserQuestionAnswer>

/** Asks for `drop_table` with a human who answers the gate's question as given. */
async function drop(answer: Answer) {
  const composition = await open('permission-gate')
  const asked: AskUserQuestionItem[] = []
  composition.ctx.userInteraction.registerProvider({
    ask({ questions: [question] }) {
      if (!question) throw new Error('nothing was asked')
      asked.push(question)
      return answer(question)
    },
  })
  const result = await call(composition, 'drop_table', { table: 'users_tmp' })
  return { result, asked }
}

const selecting =
  (...selected: string[]): Answer =>
  async ({ id }) => ({ answers: [{ id, selected }] })

describe('the permission gate', () => {
  it('shows what will run, and runs it after one explicit yes', async () => {
    const { result, asked } = await drop(selecting('Run it once'))
    expect(result.text).toBe('dropped users_tmp')
    expect(asked).toMatchObject([{ question: 'May I run drop_table?', detail: '{\n  "table": "users_tmp"\n}' }])
  })

  it.each<[string, Answer]>([
    ['a no', selecting('No')],
    ['a skip', selecting()],
    [
      'a typed text, even one that reads like a yes',
      async ({ id }) => ({ answers: [{ id, selected: [], custom: 'Run it once' }] }),
    ],
    ['an answer that leaves the question out', async () => ({ answers: [] })],
    ['a dismissal', () => Promise.reject(new UserInteractionError('ASK_CANCELLED'))],
    ['a surface that fails', () => Promise.reject(new Error('no screen'))],
    ['a surface that lies', selecting('Yes, whatever')],
  ])('denies the call after %s', async (_, answer) => {
    const { result } = await drop(answer)
    expect(result.isError).toBe(true)
    expect(result.text).toMatch(/The user did not permit this call|Nobody permitted this call/)
    expect(result.text).not.toContain('dropped')
  })

  it('denies the call when nobody can be asked, and when the turn is aborted meanwhile', async () => {
    const composition = await open('permission-gate')
    expect((await call(composition, 'drop_table', { table: 't' })).text).toContain(
      'no user-interaction provider is registered',
    )
    const turn = new AbortController()
    composition.ctx.userInteraction.registerProvider({
      ask: () => {
        turn.abort()
        return new Promise(() => {})
      },
    })
    const result = await call(composition, 'drop_table', { table: 't' }, turn.signal)
    expect(result.isError).toBe(true)
    expect(result.text).not.toContain('dropped')
  })

  it('stands in the way of no other tool', async () => {
    const composition = await open('permission-gate')
    composition.ctx.userInteraction.registerProvider({ ask: selecting('Yes') as never })
    const args = { questions: [{ id: 'go', question: 'Go on?' }] }
    expect((await call(composition, 'ask_user_question', args)).text).not.toContain('permit')
  })
})
