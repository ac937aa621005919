/** The face of the package: every name that others may use, and what each subpath costs to load. */
import { readFile } from 'node:fs/promises'
import * as seam from '@deepseek-ai/dsh-user-interaction'
import type {
  AskOutcome,
  AskUserQuestionAnswer,
  AskUserQuestionIntent,
  AskUserQuestionRequest,
  PendingAsk,
  PendingAskInfo,
  SettledAsk,
  UserInteractionErrorCode,
  UserInteractionEvents,
  UserInteractionProvider,
} from '@deepseek-ai/dsh-user-interaction'
import * as cordisTypes from '@deepseek-ai/dsh-user-interaction/cordis'
import manifest from '@deepseek-ai/dsh-user-interaction/package.json' with { type: 'json' }
import * as nested from '@deepseek-ai/dsh-user-interaction/nested'
import * as text from '@deepseek-ai/dsh-user-interaction/text'
import * as types from '@deepseek-ai/dsh-user-interaction/types'
import type { AskUserQuestionItem, AskUserQuestionOption } from '@deepseek-ai/dsh-user-interaction/types'
import { describe, expect, expectTypeOf, it } from 'vitest'

const source = (name: string) => readFile(new URL(`../src/${name}`, import.meta.url), 'utf8')

describe('the face', () => {
  it('exports exactly these names', () => {
    expect(Object.keys(seam).toSorted()).toEqual([
      'UserInteraction',
      'UserInteractionError',
      'answerOf',
      'checkAnswer',
      'default',
      'isConsent',
      'isUserInteractionError',
      'userInteractionErrors',
    ])
  })

  it('exports the service class as the default, for the Loader, with its Config', () => {
    expect(seam.default).toBe(seam.UserInteraction)
    expect(Object.keys(seam.default.Config.dict ?? {})).toEqual(['handoverMs'])
    expect(seam.default.Config.dict?.['handoverMs']?.meta.description).toMatch(/milliseconds/)
  })

  it('exports the sanitiser from ./text, and nothing but types from ./types and ./cordis', () => {
    expect(Object.keys(text).toSorted()).toEqual(['isBlank', 'sanitizeLine', 'sanitizeText'])
    expect(Object.keys(types)).toEqual([])
    expect(Object.keys(cordisTypes)).toEqual([])
  })

  it('exports from ./nested what a provider of providers needs', () => {
    expect(Object.keys(nested).toSorted()).toEqual(['forwardPending', 'holdDeadline', 'keptOf', 'mountNested'])
  })

  it('offers the same subpaths from source and as published', () => {
    expect(Object.keys(manifest.publishConfig.exports)).toEqual(Object.keys(manifest.exports))
    expect(Object.keys(manifest.exports)).toEqual([
      '.',
      './types',
      './text',
      './labels',
      './lang',
      './nested',
      './cordis',
      './package.json',
    ])
  })

  it('names every export by hand', async () => {
    expect(await source('index.ts')).not.toMatch(/export \*/)
  })
})

describe('the vocabulary', () => {
  it('imports nothing, so that a browser can load it alone', async () => {
    expect(await source('types.ts')).not.toMatch(/\bimport\b(?!,)|\brequire\(|\bfrom '/)
  })

  it('survives JSON in both directions', () => {
    const question: AskUserQuestionItem = {
      id: 'a',
      question: 'Go on?',
      detail: '1. plan',
      header: 'Plan',
      multiSelect: false,
      options: [{ label: 'Yes', description: 'at once' }],
      intent: { kind: 'plan-review', approve: 'Yes' },
    }
    expect(JSON.parse(JSON.stringify(question))).toEqual(question)
  })

  it('has the shapes that are promised', () => {
    expectTypeOf<AskUserQuestionOption>().toEqualTypeOf<{ label: string; description?: string }>()
    expectTypeOf<AskUserQuestionIntent>().toEqualTypeOf<{ kind: 'plan-review'; approve: string }>()
    expectTypeOf<keyof AskUserQuestionItem>().toEqualTypeOf<
      'id' | 'question' | 'detail' | 'header' | 'options' | 'multiSelect' | 'intent'
    >()
    expectTypeOf<AskUserQuestionAnswer>().toEqualTypeOf<{
      answers: { id: string; selected: string[]; custom?: string }[]
    }>()
    expectTypeOf<keyof AskUserQuestionRequest>().toEqualTypeOf<
      'questions' | 'agent' | 'signal' | 'deadlineMs' | 'key'
    >()
    expectTypeOf<keyof PendingAsk>().toEqualTypeOf<
      'id' | 'signal' | 'askedAt' | 'deadlineAt' | 'keepAlive' | 'answeredOn' | 'draft' | 'saveDraft' | 'commit'
    >()
    expectTypeOf<keyof PendingAskInfo>().toEqualTypeOf<
      'id' | 'agentId' | 'key' | 'questions' | 'askedAt' | 'state' | 'deadlineAt'
    >()
    expectTypeOf<keyof SettledAsk>().toEqualTypeOf<'id' | 'agentId' | 'key' | 'outcome' | 'code' | 'surface'>()
    expectTypeOf<AskOutcome>().toEqualTypeOf<'answered' | 'cancelled' | 'aborted' | 'expired' | 'failed'>()
    expectTypeOf<keyof UserInteractionEvents>().toEqualTypeOf<
      'user-interaction/asked' | 'user-interaction/settled' | 'user-interaction/answerable'
    >()
    expectTypeOf<UserInteractionErrorCode>().toEqualTypeOf<keyof typeof seam.userInteractionErrors>()
  })

  it('takes a provider written for the one-argument form', () => {
    const oneArgument = { ask: async (_request: AskUserQuestionRequest) => ({ answers: [] }) }
    expectTypeOf(oneArgument).toExtend<UserInteractionProvider>()
  })
})
