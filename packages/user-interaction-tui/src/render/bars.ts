/** What stands around a question: who asks, the tabs, notices. Pure. */
import { sanitizeLine } from '@deepseek-ai/dsh-user-interaction/text'
import { type FormState, progressOf } from '../form/state.ts'
import { nameOf } from '../question.ts'
import { type Row, row, type Span } from '../style.ts'
import { shortened, widthOf } from '../width.ts'
import type { Facts } from './frame.ts'

const marks = { answered: '+', skipped: '-', open: '?' } as const

/** Who asks, how much time is left, how many more wait: what must not be missed comes before what may be cut. */
export function renderBar({ size: { columns }, text }: FormState, { agent, waiting, leftMs }: Facts): Row {
  const who = `? ${text.asks(agent === undefined ? undefined : sanitizeLine(agent))}`
  const clock = leftMs === undefined ? undefined : clockOf(leftMs)
  const full = joined([clock && text.timeLeft(clock), waiting > 0 && text.waiting(waiting)])
  const brief = joined([clock && text.timeLeftBrief(clock), waiting > 0 && text.waitingBrief(waiting)])
  const after = widthOf(who + full) <= columns ? full : brief
  const left = shortened(who, Math.max(Math.min(12, columns), columns - widthOf(after)))
  return [{ text: left, style: 'accent' }, { text: shortened(after, columns - widthOf(left)) }]
}

function joined(facts: readonly (string | false | undefined)[]): string {
  return facts.map((fact) => (fact ? `  ${fact}` : '')).join('')
}

/** A tab for each question with its state, and one for the review; shorter forms where there is less room. */
export function renderTabs(state: FormState): Row {
  const { questions, at, size, text } = state
  const names = questions.map((question) => nameOf(question, questions, 14))
  const full = tabs(state, names, text.review)
  if (spanWidth(full) <= size.columns) return full
  const brief = tabs(
    state,
    questions.map((_, index) => `${index + 1}`),
    text.review,
  )
  if (spanWidth(brief) <= size.columns) return brief
  const place = at < questions.length ? text.position(at + 1, questions.length) : text.review
  return row(shortened(place, size.columns), 'strong')
}

function tabs(state: FormState, names: readonly string[], review: string): Row {
  const progress = progressOf(state)
  const spans = names.map((name, index) => tab(`${marks[progress[index] ?? 'open']} ${name}`, index === state.at))
  return [...spans, tab(review, state.at === names.length)]
}

function tab(text: string, current: boolean): Span {
  return current ? { text: `[${text}]`, style: 'strong' } : { text: ` ${text} ` }
}

function spanWidth(spans: Row): number {
  return spans.reduce((sum, { text }) => sum + widthOf(text), 0)
}

/** Minutes and seconds, hours before them if there are any. */
function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const pad = (value: number): string => String(value).padStart(2, '0')
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`
}
