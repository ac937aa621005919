/** Keys at the list of a question: options, and one row for own words. Pure. */
import { isBlank } from '@deepseek-ai/dsh-user-interaction/text'
import { editorOf, insert } from '../editor.ts'
import type { Key } from '../input.ts'
import { labelStart, optionsOf } from '../question.ts'
import { isWordsFocused, moveFocus, takesWords } from './focus.ts'
import { changeQuestion, goOn } from './move.ts'
import { scroll } from './scroll.ts'
import { markNumber, toggled } from './number.ts'
import { currentOf, type Draft, type FormState, hasWords, isAnswered, withDraft } from './state.ts'

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
      return stray ? { ...state, notice: 'stray', guard: 'commits' } : chooseOrGoOn(state)
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

function typeAtOption(state: FormState, character: string): FormState {
  if (state.stray === 'word') return state
  const digit = /^[0-9０-９]$/u.test(character) ? character.normalize('NFKC') : undefined
  const { stray: _, typed, ...known } = state
  if (digit !== undefined) return markNumber({ ...known, typed }, digit)
  return actOn(known, character) ?? { ...state, typed: undefined, stray: 'word' }
}

/** What a character does that is no digit; undefined when it does nothing. */
function actOn(state: FormState, character: string): FormState | undefined {
  switch (character) {
    case ' ':
      return toggle(state)
    case 'j':
      return moveFocus(state, 'down')
    case 'k':
      return moveFocus(state, 'up')
    case 'n':
      return beginWithLabel(state)
    case '/':
      return { ...state, mode: 'filter' }
  }
}

function toggle(state: FormState): FormState {
  const { question, draft } = currentOf(state)
  const { focus, checked } = draft
  if (question.multiSelect) return withDraft(state, { checked: toggled(checked, focus) })
  const isOn = checked.has(focus) && !hasWords(draft)
  return withDraft(state, { checked: new Set(isOn ? [] : [focus]), useWords: false })
}

function chooseOrGoOn(state: FormState): FormState {
  const { question, draft } = currentOf(state)
  if (isWordsFocused(state)) {
    if (hasWords(draft)) return goOn(state)
    if (!takesWords(state, question)) return state
    // Whoever is in the field answers with what it holds, so that shows as chosen from here on.
    return withDraft({ ...state, mode: 'field' }, { useWords: !isBlank(draft.words.text) })
  }
  if (!question.multiSelect) return goOn(withDraft(state, { checked: new Set([draft.focus]), useWords: false }))
  return isAnswered(draft) ? goOn(state) : { ...state, notice: 'nothing-checked' }
}

/** "Yes, but": own words that begin with the label. */
function beginWithLabel(state: FormState): FormState | undefined {
  const { question, draft } = currentOf(state)
  const option = optionsOf(question)[draft.focus]
  if (!option || !takesWords(state, question)) return undefined
  const start = labelStart(option)
  const { text } = draft.words
  const words = text.startsWith(start) ? editorOf(text) : editorOf(start + text)
  const opened: FormState = { ...state, mode: 'field', guard: 'commits', beforeLabel: draft }
  return withDraft(focusWords(opened), { words, useWords: true })
}

/** Takes "yes, but" back: its letter was the beginning of a word. */
export function closeLabel(state: FormState, before: Draft): FormState {
  const { beforeLabel: _, ...rest } = state
  return withDraft({ ...rest, mode: 'list', stray: 'word', notice: 'stray' }, before)
}

function focusWords(state: FormState): FormState {
  return withDraft(state, { focus: optionsOf(currentOf(state).question).length, itemScroll: 0 })
}

function leaveList(state: FormState): FormState {
  const { draft } = currentOf(state)
  return draft.filter === '' ? { ...state, mode: 'dismiss' } : withDraft(state, { filter: '' })
}
