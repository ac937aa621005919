/** A text of one's own: grows with what is typed, and says at once when it is not, or no longer, the answer. */
import { type ComponentChild, h } from 'preact'
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction/types'
import { isOnlyBegun, type Said } from '../draft.ts'
import type { Look } from '../look.ts'
import type { Card } from '../state.ts'
import { nameOf, showOption, showStart } from './words.ts'

/** The text of one question. It stays the same element whatever is typed or composed. */
export function viewField(
  card: Card,
  question: AskUserQuestionItem,
  index: number,
  said: Said,
  look: Look,
): ComponentChild {
  const { text, act, coarse } = look
  const { id, questions } = card.ask
  const name = nameOf(card.number, 'text', index)
  const note = nameOf(card.number, 'note', index)
  const words = text.question
  const label = question.options ? (question.multiSelect ? words.besideChoice : words.ownWords) : words.answer
  const hint = coarse ? '' : questions.length > 1 ? words.enterNext : words.enterSends
  return h(
    'div',
    { class: `field${said.aside ? ' aside' : ''}` },
    h('label', { for: name }, label),
    viewArea({ name, value: said.text, placeholder: words.placeholder, describedBy: note }, look, {
      input: (value) => act({ kind: 'type', id, question: index, text: value }),
      enter: () => act({ kind: 'enter', id }),
      leave: () => act({ kind: 'leave', id }),
    }),
    h(
      'p',
      { class: 'note', id: note },
      noteOf(question, said, look) || hint,
      said.aside
        && h(
          'button',
          { type: 'button', class: 'link', onClick: () => act({ kind: 'type', id, question: index, text: said.text }) },
          words.useWords,
        ),
    ),
  )
}

/** What a text area does. */
export interface AreaActs {
  input(value: string): void
  enter(): void
  /** The focus has gone elsewhere on the page. */
  leave?(): void
}

/** A text area in which Enter acts, unless it ends a composition. */
export function viewArea(
  area: { name: string; value: string; placeholder: string; describedBy: string },
  { coarse }: Look,
  { input, enter, leave }: AreaActs,
): ComponentChild {
  return h('textarea', {
    id: area.name,
    rows: 1,
    value: area.value,
    placeholder: area.placeholder,
    autocomplete: 'off',
    spellcheck: true,
    dir: 'auto',
    'aria-describedby': area.describedBy,
    onInput: (event: InputEvent) => input((event.currentTarget as HTMLTextAreaElement).value),
    onBlur: ({ currentTarget }: FocusEvent) => {
      // Where the window has lost the focus, the text has it still.
      if (document.activeElement !== currentTarget) leave?.()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.shiftKey || event.altKey || isComposing(event)) return
      if (coarse && !event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      if (!event.repeat) enter()
    },
  })
}

function isComposing(event: KeyboardEvent): boolean {
  // Some browsers end the composition before they tell of the key that ended it; 229 is left as its trace.
  return event.isComposing || event.keyCode === 229
}

function noteOf({ options = [], multiSelect }: AskUserQuestionItem, said: Said, { text }: Look): string {
  if (said.aside && said.skipped) return text.question.asideSkipped
  const chosen = options[said.picked[0] ?? -1]
  if (said.aside && chosen) return text.question.aside(showStart(showOption(chosen).label, 40))
  if (options.length > 0 && !multiSelect && said.text.trim() !== '' && !isOnlyBegun(said)) return text.question.replaced
  return ''
}
