/** A settled ask: how it ended, what was answered, the receipt, and what was typed and not sent. Nothing to answer. */
import { Component, type ComponentChild, h } from 'preact'
import { unsentOf } from '../draft.ts'
import type { Look } from '../look.ts'
import type { Past } from '../state.ts'
import { viewSaid } from './said.ts'
import { showStart, showText } from './words.ts'

/** What a settled ask is drawn from. */
export interface PastProps {
  readonly past: Past
  readonly look: Look
}

/** One settled ask; closed until somebody opens it, unless it holds something that was not sent. */
export class PastView extends Component<PastProps> {
  override shouldComponentUpdate(next: PastProps): boolean {
    return this.props.past !== next.past
  }

  override render({ past, look }: PastProps): ComponentChild {
    const { settled, own, draft } = past
    const { text } = look
    const unsent = draft ? unsentOf(draft, settled.answer) : []
    const at = new Date(settled.settledAt)
    return h(
      'details',
      { class: `past ${settled.outcome}`, open: unsent.length > 0 },
      h(
        'summary',
        {},
        h('span', { class: 'outcome' }, text.past.outcome[settled.outcome]),
        h('span', { class: 'of', dir: 'auto' }, showStart(settled.questions[0]?.question ?? '', 120)),
        own && h('span', { class: 'own' }, text.past.own),
        h(
          'time',
          { dateTime: at.toISOString() },
          at.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' }),
        ),
      ),
      settled.outcome === 'answered'
        ? viewAnswers(past, look)
        : h('p', { class: 'explain' }, text.past.explain[settled.outcome]),
      unsent.length > 0
        && h(
          'section',
          { class: 'unsent' },
          h('h3', {}, text.past.notSent),
          unsent.map((words) => h('p', { class: 'typed', dir: 'auto' }, showText(words))),
        ),
      h('p', { class: 'closed' }, text.past.closed),
    )
  }
}

function viewAnswers({ settled }: Past, look: Look): ComponentChild {
  const { questions, answer } = settled
  return h(
    'div',
    { class: 'answers' },
    h(
      'dl',
      {},
      questions.map((question) => [
        h('dt', { dir: 'auto' }, showText(question.question)),
        h(
          'dd',
          {},
          viewSaid(
            answer?.answers.find(({ id }) => id === question.id) ?? { id: question.id, selected: [] },
            look.text.past.skipped,
            look,
          ),
        ),
      ]),
    ),
    answer
      && h(
        'details',
        { class: 'receipt' },
        h('summary', {}, look.text.past.receipt),
        h('pre', { tabIndex: 0 }, JSON.stringify(answer)),
      ),
  )
}
