/** What the next surface gets of a request whose first form was answered: the rest, as part of the same ask. */
import type { AskUserQuestionAnswer, PendingAsk } from '@deepseek-ai/dsh-user-interaction'
import { expect, test } from 'vitest'
import { createMcpProvider, type FormClient } from '../src/index.ts'

const questions = Array.from({ length: 5 }, (_, index) => ({ id: `id${index}`, question: `Question ${index}?` }))
const first = { q0_text: 'a', q1_text: 'b', q2_text: 'c', q3_text: 'd' }

test('lasts as a whole: what the next surface commits is the answer to every question', async () => {
  const committed: AskUserQuestionAnswer[] = []
  const replies: unknown[] = [{ action: 'accept', content: first }]
  const client: FormClient = {
    forms: true,
    show: async () => replies.shift() ?? Promise.reject(new Error('no room for a form')),
  }
  let ms = 0
  const provider = createMcpProvider({
    clientOf: () => client,
    now: () => (ms += 2000),
    async next(request, pending) {
      expect(pending).toMatchObject({ id: 'ask', askedAt: 1, deadlineAt: 2 })
      expect(pending.draft).toBeUndefined()
      const answer = { answers: request.questions.map(({ id }) => ({ id, selected: [], custom: 'elsewhere' })) }
      await pending.commit?.(answer)
      return answer
    },
  })
  const pending: PendingAsk = {
    id: 'ask',
    askedAt: 1,
    deadlineAt: 2,
    signal: new AbortController().signal,
    keepAlive: () => {},
    draft: { answers: [] },
    commit: async (answer) => void committed.push(answer),
  }
  const answer = await provider.ask({ questions }, pending)
  expect(answer.answers.map(({ custom }) => custom)).toEqual(['a', 'b', 'c', 'd', 'elsewhere'])
  expect(committed).toEqual([answer])
})
