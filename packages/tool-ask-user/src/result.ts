/** The answer as the tool returns it and as the model reads it. Pure. */
import {
  answerOf,
  type AskUserQuestionAnswer,
  type AskUserQuestionAnswerItem,
  type AskUserQuestionItem,
} from '@deepseek-ai/dsh-user-interaction'
import type { JsonSchemaNode } from '@deepseek-ai/dsh-tools'

/** The shape of the canonical result, for whoever types or checks it. */
export const resultSchema: JsonSchemaNode = {
  type: 'object',
  additionalProperties: false,
  properties: {
    answers: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          id: { type: 'string' },
          selected: { type: 'array', items: { type: 'string' } },
          custom: { type: 'string' },
        },
        required: ['id', 'selected'],
      },
    },
  },
  required: ['answers'],
}

/** One item for each asked question, in asked order; what the answer leaves out reads as skipped. */
export function resultOf(
  questions: readonly AskUserQuestionItem[],
  answer: AskUserQuestionAnswer,
): AskUserQuestionAnswer {
  return { answers: questions.map(({ id }) => inOrder(answerOf(answer, id))) }
}

/** Compact JSON with the keys `id`, `selected`, `custom` in this order; `custom` only where something was typed. */
export function renderResult(result: AskUserQuestionAnswer): string {
  return JSON.stringify({ answers: result.answers.map(inOrder) })
}

function inOrder({ id, selected, custom }: AskUserQuestionAnswerItem): AskUserQuestionAnswerItem {
  return custom === undefined ? { id, selected } : { id, selected, custom }
}
