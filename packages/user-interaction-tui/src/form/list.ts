/** Keys at the list of a question: options, and one row for own words. Pure. */
import { isBlank } from '@deepseek-ai/dsh-user-interaction/text'
import { editorOf, insert } from '../editor.ts'
import type { Key } from '../input.ts'
import { optionsOf, showOption } from '../question.ts'
import { isWordsFocused, moveFocus, rowsOf, takesWords } from './focus.ts'
import { changeQuestion, goOn } from './move.ts'
import { scroll } from './scroll.ts'
import { currentOf, type FormState, hasWords, isAnswered, withDraft } from './state.ts'

/** A key with a name. One that means nothing here changes nothing. */
export function pressAtList(pressed: FormState, { name, ctrl, alt, shift }: Key): FormState {
  if (ctrl || alt) return pressed
  const { stray, ...state } = pressed
  switch (name) {
    case 'up':
    case 'down':
    case 'home':
    case 'end':
      return moveFocus(state, name)
    case 'pageup':
    case 'pagedown':
      return scroll(state, name === 'pageup' ? -1 : 1)
    case 'left':
      return changeQuestion(state, -1)
    case 'right':
      return changeQuestion(state, 1)
    case 'tab':
      return changeQuestion(state, shift ? -1 : 1)
    case 'enter':
      return stray ? { ...state, notice: 'stray' } : chooseOrGoOn(state)
    case 'escape':
      return leaveList(state)
    default:
      return pressed
  }
}

/**
 * Text that was typed. At the row of own words all of it begins them; at an option the first character may be a key.
 * @returns how much of the text has been used, too.
 */
export function typeAtList(state: FormState, text: string): { state: FormState; used: number } {
  if (isWordsFocused(state)) return { state: typeAtWords(state, text), used: text.length }
  const [character = ''] = text
  return { state: typeAtOption(state, character), used: character.length }
}

/** A paste opens the field: it is text, whatever has the focus. */
export function pasteAtList(state: FormState, text: string): FormState {
  return takesWords(state, currentOf(state).question) ? writeWords(focusWords(state), text) : state
}

/** Puts text into the field of own words, which it opens. */
function writeWords(state: FormState, text: string): FormState {
  const { draft } = currentOf(state)
  const words = insert(draft.words, text)
  return withDraft({ ...state, mode: 'field' }, { words, useWords: !isBlank(words.text) })
}

function typeAtWords(state: FormState, text: string): FormState {
  const { question, draft } = currentOf(state)
  if (!takesWords(state, question)) return state
  if (text === ' ' && !isBlank(draft.words.text)) return withDraft(state, { useWords: !draft.useWords })
  return writeWords(state, text)
}

function typeAtOption(typed: FormState, character: string): FormState {
  const { stray: _, ...state } = typed
  if (character === ' ') return toggle(state)
  if (character === 'j') return moveFocus(state, 'down')
  if (character === 'k') return moveFocus(state, 'up')
  if (character === 'n') return beginWithLabel(state)
  if (character === '/') return { ...state, mode: 'filter' }
  return /^[1-9１-９]$/u.test(character)
    ? markNumber(state, Number(character.normalize('NFKC')))
    : { ...state, stray: true }
}

function toggle(state: FormState): FormState {
  const { question, draft } = currentOf(state)
  const { focus, checked } = draft
  if (question.multiSelect) return withDraft(state, { checked: toggled(checked, focus) })
  const isOn = checked.has(focus) && !hasWords(draft)
  return withDraft(state, { checked: new Set(isOn ? [] : [focus]), useWords: false })
}

/** A digit marks its row, and a second time takes the mark back where several may be chosen. */
function markNumber(state: FormState, number: number): FormState {
  const { question, draft } = currentOf(state)
  const index = number - 1
  if (index >= optionsOf(question).length || !rowsOf(state, question, draft).includes(index)) return state
  const focused = withDraft(state, { focus: index, itemScroll: 0 })
  if (question.multiSelect) return toggle(focused)
  return withDraft(focused, { checked: new Set([index]), useWords: false })
}

function chooseOrGoOn(state: FormState): FormState {
  const { question, draft } = currentOf(state)
  if (isWordsFocused(state)) {
    if (hasWords(draft)) return goOn(state)
    return takesWords(state, question) ? { ...state, mode: 'field' } : state
  }
  if (!question.multiSelect) return goOn(withDraft(state, { checked: new Set([draft.focus]), useWords: false }))
  return isAnswered(draft) ? goOn(state) : { ...state, notice: 'nothing-checked' }
}

/** "Yes, but": own words that begin with the label. */
function beginWithLabel(state: FormState): FormState {
  const { question, draft } = currentOf(state)
  const option = optionsOf(question)[draft.focus]
  if (!option || !takesWords(state, question)) return { ...state, stray: true }
  const start = `${showOption(option).label}, `
  const { text } = draft.words
  const words = text.startsWith(start) ? editorOf(text) : editorOf(start + text)
  return withDraft(focusWords({ ...state, mode: 'field' }), { words, useWords: true })
}

function focusWords(state: FormState): FormState {
  return withDraft(state, { focus: optionsOf(currentOf(state).question).length, itemScroll: 0 })
}

function leaveList(state: FormState): FormState {
  const { draft } = currentOf(state)
  return draft.filter === '' ? { ...state, mode: 'dismiss' } : withDraft(state, { filter: '' })
}

function toggled(checked: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const next = new Set(checked)
  if (!next.delete(index)) next.add(index)
  return next
}
