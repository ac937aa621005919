/** A settled ask: how it ended, what was answered, the receipt, and what was typed and not sent. Nothing to answer. */
import { Component, type ComponentChild, h } from 'preact'
import { answerOf, isAnswered, unsentOf } from '../draft.ts'
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
        h('span', { class: 'outcome' }, outcomeOf(past, look)),
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
        : h('p', { class: 'explain', role: lost.length > 0 ? 'alert' : undefined }, explanationOf(past, look)),
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

/** How it ended, in a word or two, and where, if that was not here. */
export function outcomeOf({ settled: { surface, outcome }, lost }: Past, { text: { past } }: Look): string {
  if (surface !== undefined) {
    const place = (Object.hasOwn(past.place, surface) && past.place[surface]) || showStart(surface, 24)
    return outcome === 'cancelled' ? past.dismissedOn(place) : past.answeredOn(place)
  }
  if (lost && outcome === 'answered') return past.answeredOnPage
  return lost && outcome === 'cancelled' ? past.dismissedOnPage : past.outcome[outcome]
}

function explanationOf({ settled: { surface, notKept, outcome } }: Past, { text: { past } }: Look): string {
  if (surface !== undefined && outcome !== 'cancelled') return past.elsewhere
  if (notKept) return past.notKept
  return outcome === 'answered' ? '' : past.explain[outcome]
}

function viewAnswers({ settled, lost }: Past, look: Look): ComponentChild {
  const { questions, answer } = settled
  return h(
    'div',
    { class: 'answers' },
    lost && h('p', { class: 'explain' }, look.text.past.somebodyElse),
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
