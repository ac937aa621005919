/** Says in the asker's words why an answer that was passed does not fit. Pure. */
import { sanitizeLine } from '@deepseek-ai/dsh-user-interaction/text'
import type { Messages } from './messages/messages.ts'

/**
 * The options of the question that the seam's message names, if it names one; else the message without its subject.
 * @param args what was asked, in a shape that the tool has admitted.
 */
export function misfitDetail(message: string, args: unknown, { outcome }: Messages): string {
  const [, named] = /must be one of the labels of question ("(?:[^"\\]|\\.)*")/.exec(message) ?? []
  const id: unknown = named === undefined ? undefined : JSON.parse(named)
  const labels = questionsOf(args)
    .find((question) => question.id === id)
    ?.options?.map(labelOf)
  if (typeof id !== 'string' || !labels) return message.replace(/^the provider gave an answer that does not fit: /, '')
  return outcome.options(id, labels.map((label) => `"${sanitizeLine(label)}"`).join(', '))
}

interface Question {
  readonly id?: unknown
  readonly options?: readonly unknown[]
}

function questionsOf(args: unknown): readonly Question[] {
  const { questions } = (args ?? {}) as { questions?: unknown }
  return Array.isArray(questions) ? (questions as Question[]) : []
}

function labelOf(option: unknown): string {
  return typeof option === 'string' ? option : String((option as { label?: unknown }).label)
}
