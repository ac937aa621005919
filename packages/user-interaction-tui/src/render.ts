/** Draws a form: state and facts in, rows and cursor out, never more of either than the screen has. Pure. */
import type { FormState } from './form/state.ts'
import { chromeOf } from './layout.ts'
import type { Messages } from './messages/messages.ts'
import { renderBar, renderTabs } from './render/bars.ts'
import type { Facts, Frame, Look } from './render/frame.ts'
import { renderHints } from './render/hints.ts'
import { renderQuestion } from './render/question.ts'
import { renderPreview, renderReply, renderReview } from './render/whole.ts'
import { type Row, row } from './style.ts'
import { shortened } from './width.ts'

/** The form as it looks now. */
export function renderForm(state: FormState, facts: Facts, look: Look): Frame {
  const chrome = chromeOf(state)
  const { size } = state
  const middle = renderMiddle(state, look.text)
  const head: Row[] = [
    ...(chrome.bar ? [renderBar(state, facts, look)] : []),
    ...(chrome.tabs ? [renderTabs(state, look)] : []),
    ...(chrome.gaps > 1 ? [row('')] : []),
  ]
  const foot: Row[] = [
    ...(chrome.gaps > 1 ? [row('')] : []),
    ...(chrome.notice ? [row(shortened(`! ${noticeOf(state, look.text)}`, size.columns), 'strong')] : []),
    ...renderFoot(state, look.text, chrome.hints),
  ]
  const rows = [...head, ...middle.rows, ...foot].slice(0, size.rows)
  const { cursor } = middle
  if (!cursor) return { rows }
  const column = Math.max(0, Math.min(cursor.column, size.columns - 1))
  return { rows, cursor: { row: Math.min(cursor.row + head.length, rows.length - 1), column } }
}

function renderMiddle(state: FormState, text: Messages): Frame {
  if (state.mode === 'reply') return renderReply(state, text)
  if (state.mode === 'preview') return renderPreview(state, text)
  return state.at < state.questions.length ? renderQuestion(state, text) : renderReview(state, text)
}

/** Where there is no row for a notice, it takes the place of the hints. */
function renderFoot(state: FormState, text: Messages, rows: number): Row[] {
  const notice = noticeOf(state, text)
  if (rows === 0 || notice === '' || state.size.rows >= 8) return renderHints(state, text, rows)
  const keys = state.mode === 'dismiss' ? `${text.hints.confirmDismiss}, ${text.hints.keep}` : notice
  return [row(shortened(keys, state.size.columns), 'strong')]
}

function noticeOf(state: FormState, text: Messages): string {
  if (state.mode === 'dismiss') return text.dismiss(state.questions.length)
  return state.notice ? text.notices[state.notice] : ''
}
