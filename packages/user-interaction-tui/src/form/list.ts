/** Keys at the list of a question: options, and one row for own words. Pure. */
import { isBlank } from '@deepseek-ai/dsh-user-interaction/text'
import { insert } from '../editor.ts'
import type { Key } from '../input.ts'
import { optionsOf } from '../question.ts'
import { beginWithLabel, focusWords, takeBack } from './begin.ts'
import { isWordsFocused, moveFocus, takesWords } from './focus.ts'
import { changeQuestion, goOn } from './move.ts'
import { scroll } from './scroll.ts'
import { markNumber, toggled } from './number.ts'
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
  if (isWordsFocused(state) && !isNumber(state, text)) return { state: typeAtWords(state, text), used: text.length }
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

/** Whether a text is digits that begin the number of an option, where no words have been begun. */
function isNumber(state: FormState, text: string): boolean {
  const { question, draft } = currentOf(state)
  const first = Number(text.charAt(0).normalize('NFKC'))
  return isBlank(draft.words.text) && /^[0-9０-９]+$/u.test(text) && first > 0 && first <= optionsOf(question).length
}

function typeAtWords(typed: FormState, text: string): FormState {
  const { spaced, ...state } = typed
  const { question, draft } = currentOf(state)
  if (!takesWords(state, question)) return state
  if (text === ' ' && question.multiSelect && !isBlank(draft.words.text))
    return withDraft({ ...state, spaced: true }, { useWords: !draft.useWords })
  return writeWords(state, spaced ? ` ${text}` : text)
}

function typeAtOption(state: FormState, character: string): FormState {
  if (state.stray?.typing) return state
  const digit = /^[0-9０-９]$/u.test(character) ? character.normalize('NFKC') : undefined
  if (character === ' ' && state.stray && !state.stray.spaced)
    return { ...state, stray: { typing: true, spaced: true }, notice: 'stray-space' }
  const { stray: _, typed, ...known } = state
  if (digit !== undefined) return markNumber({ ...known, typed }, digit)
  return actOn(known, character) ?? { ...state, typed: undefined, stray: { typing: true, spaced: false } }
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

function leaveList(state: FormState): FormState {
  const back = takeBack(state)
  if (back) return back
  const { draft } = currentOf(state)
  return draft.filter === '' ? { ...state, mode: 'dismiss' } : withDraft(state, { filter: '' })
}
