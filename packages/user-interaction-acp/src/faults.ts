/** What is wrong with something that came over the wire, in words that never repeat it. Pure. */
import { UserInteractionError } from '@deepseek-ai/dsh-user-interaction'

/** Whether it is an object with fields. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An answer that does not fit what was asked. */
export function badAnswer(path: string, expected: string, value: unknown, where = ''): UserInteractionError {
  return new UserInteractionError(
    'BAD_ANSWER',
    `the editor sent an answer that does not fit: ${path} must be ${expected}, got ${kindOf(value)}${where && ` ${where}`}`,
  )
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
