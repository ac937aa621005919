/** Draws a form: state and facts in, rows and cursor out, never more of either than the screen has. Pure. */
import type { FormState } from './form/state.ts'
import { chromeOf } from './layout.ts'
import { renderBar, renderTabs } from './render/bars.ts'
import type { Facts, Frame } from './render/frame.ts'
import { renderHints } from './render/hints.ts'
import { renderQuestion } from './render/question.ts'
import { renderPreview, renderReply, renderReview } from './render/whole.ts'
import { type Row, row } from './style.ts'

/** The form as it looks now. */
export function renderForm(state: FormState, facts: Facts): Frame {
  const chrome = chromeOf(state)
  const { size } = state
  const middle = renderMiddle(state)
  const head: Row[] = [
    ...(chrome.bar ? [renderBar(state, facts)] : []),
    ...(chrome.tabs ? [renderTabs(state)] : []),
    ...(chrome.gaps > 1 ? [row('')] : []),
  ]
  const foot: Row[] = [
    ...(chrome.gaps > 1 ? [row('')] : []),
    ...chrome.notice.map((line) => row(line, 'strong')),
    ...renderHints(state, chrome.hints),
  ]
  const rows = [...head, ...middle.rows, ...foot].slice(0, size.rows)
  const { cursor } = middle
  if (!cursor) return { rows }
  const column = Math.max(0, Math.min(cursor.column, size.columns - 1))
  return { rows, cursor: { row: Math.min(cursor.row + head.length, rows.length - 1), column } }
}

function renderMiddle(state: FormState): Frame {
  if (state.mode === 'reply') return renderReply(state)
  if (state.mode === 'preview') return renderPreview(state)
  return state.at < state.questions.length ? renderQuestion(state) : renderReview(state)
}
