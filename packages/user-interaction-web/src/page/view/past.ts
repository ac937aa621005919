/** A settled ask: how it ended, what was answered, the receipt, and what was typed and not sent. Nothing to answer. */
import { Component, type ComponentChild, h } from 'preact'
import { answerOf, isAnswered, unsentOf } from '../draft.ts'
import type { WireSettled } from '../../codec.ts'
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
    // What was sent and could not be kept stands as it would have been sent, choices and all.
    const lost = settled.notKept && draft ? answerOf(settled.questions, draft).answers.filter(isAnswered) : []
    const unsent = draft ? unsentOf(draft, settled.answer ?? { answers: lost }) : []
    const kept = unsent.length > 0 || lost.length > 0
    const at = new Date(settled.settledAt)
    return h(
      'details',
      { class: `past ${settled.surface === undefined ? settled.outcome : 'elsewhere'}`, open: kept },
      h(
        'summary',
        {},
        h('span', { class: 'outcome' }, outcomeOf(settled, look)),
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
        : h('p', { class: 'explain', role: lost.length > 0 ? 'alert' : undefined }, explanationOf(settled, look)),
      kept
        && h(
          'section',
          { class: 'unsent' },
          h('h3', {}, text.past.notSent),
          lost.map((item) => viewSaid(item, '', look)),
          unsent.map((words) => h('p', { class: 'typed', dir: 'auto' }, showText(words))),
        ),
      h('p', { class: 'closed' }, text.past.closed),
    )
  }
}

function outcomeOf({ surface, outcome }: WireSettled, { text: { past } }: Look): string {
  return surface === undefined ? past.outcome[outcome] : past.answeredOn(showStart(surface, 24))
}

function explanationOf({ surface, notKept, outcome }: WireSettled, { text: { past } }: Look): string {
  if (surface !== undefined) return past.elsewhere
  if (notKept) return past.notKept
  return outcome === 'answered' ? '' : past.explain[outcome]
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
