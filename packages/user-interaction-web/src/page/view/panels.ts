/** What can be done to a whole request in place of answering it: decline it, in two steps, or reply in one text. */
import { type ComponentChild, h } from 'preact'
import { replyTarget } from '../draft.ts'
import type { Look } from '../look.ts'
import type { Card } from '../state.ts'
import { viewArea } from './field.ts'
import { nameOf, showStart } from './words.ts'

/** Asks whether to decline. */
export function viewDecline({ ask: { id }, number }: Card, { text, act }: Look): ComponentChild {
  const title = nameOf(number, 'decline')
  return h(
    'div',
    { class: 'panel', key: 'decline', role: 'group', 'aria-labelledby': title },
    h('h2', { class: 'asked', id: title, tabIndex: -1 }, text.decline.title),
    h('p', { class: 'explain' }, text.decline.text),
    h(
      'div',
      { class: 'ways' },
      h('button', { type: 'button', onClick: () => act({ kind: 'panel', id, panel: 'ask' }) }, text.decline.back),
      h('span', { class: 'space' }),
      h(
        'button',
        { type: 'button', class: 'primary danger', 'data-settles': true, onClick: () => act({ kind: 'decline', id }) },
        text.decline.confirm,
      ),
    ),
  )
}

/** Takes one text for everything and shows where it will go. */
export function viewReply(card: Card, look: Look): ComponentChild {
  const { ask, draft, number } = card
  const { text, act } = look
  const { id, questions } = ask
  const title = nameOf(number, 'reply')
  const preview = nameOf(number, 'preview')
  const area = nameOf(number, 'words')
  const ready = draft.reply.trim() !== ''
  const target = questions[replyTarget(questions, draft)]
  const send = (): void => {
    if (ready) act({ kind: 'sendReply', id })
  }
  return h(
    'div',
    { class: 'panel', key: 'reply', role: 'group', 'aria-labelledby': title },
    h('h2', { class: 'asked', id: title, tabIndex: -1 }, text.reply.title),
    h(
      'div',
      { class: 'field' },
      h('label', { for: area }, text.reply.label),
      viewArea({ name: area, value: draft.reply, placeholder: text.question.placeholder, describedBy: preview }, look, {
        input: (value) => act({ kind: 'reply', id, text: value }),
        enter: send,
      }),
      h(
        'p',
        { class: 'note', id: preview },
        text.reply.preview(showStart(target?.question ?? '', 60), questions.length - 1),
      ),
    ),
    h(
      'div',
      { class: 'ways' },
      h('button', { type: 'button', onClick: () => act({ kind: 'panel', id, panel: 'ask' }) }, text.reply.back),
      h('span', { class: 'space' }),
      h(
        'button',
        { type: 'button', class: 'primary', 'data-settles': true, 'aria-disabled': !ready, onClick: send },
        text.reply.send,
      ),
    ),
  )
}
