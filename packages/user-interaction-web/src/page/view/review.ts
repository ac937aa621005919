/** The last step of several questions: everything that would be sent, and the button that sends it. */
import { type ComponentChild, h } from 'preact'
import { answerOf, saidTo, unsentOf } from '../draft.ts'
import type { Look } from '../look.ts'
import type { Card } from '../state.ts'
import { viewSaid } from './said.ts'
import { nameOf, showLine, showStart } from './words.ts'

/** All questions with their answers. */
export function viewReview({ ask, draft, number }: Card, look: Look): ComponentChild {
  const { text, act } = look
  const { id, questions } = ask
  const answer = answerOf(questions, draft)
  const kept = unsentOf(draft, answer).length
  return h(
    'div',
    { class: 'question review', key: 'review' },
    h('h2', { class: 'asked', id: nameOf(number, 'question', questions.length), tabIndex: -1 }, text.review.title),
    h(
      'ol',
      { class: 'answers' },
      questions.map((question, index) =>
        h(
          'li',
          { key: index },
          h(
            'p',
            { class: 'of', dir: 'auto' },
            question.header ? showLine(question.header) : showStart(question.question, 120),
          ),
          viewSaid(answer.answers[index] ?? { id: question.id, selected: [] }, text.review.skipped, look),
          saidTo(draft, index).earlier && h('p', { class: 'earlier' }, text.question.earlier),
          h(
            'button',
            {
              type: 'button',
              class: 'link',
              'aria-label': text.review.change(showStart(question.question)),
              onClick: () => act({ kind: 'go', id, at: index }),
            },
            text.review.changeShort,
          ),
        ),
      ),
    ),
    kept > 0 && h('p', { class: 'note warn' }, text.review.notSent(kept)),
    h(
      'div',
      { class: 'ways' },
      h('button', { type: 'button', onClick: () => act({ kind: 'go', id, at: questions.length - 1 }) }, text.send.back),
      h('span', { class: 'space' }),
      h(
        'button',
        { type: 'button', class: 'primary', 'data-settles': true, onClick: () => act({ kind: 'send', id }) },
        text.send.send,
      ),
    ),
  )
}
