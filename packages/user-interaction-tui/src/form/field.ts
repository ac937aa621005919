/** Keys in a field of text: a question's own words, or a reply to the whole request. Pure. */
import { isBlank } from '@deepseek-ai/dsh-user-interaction/text'
import { edit, type EditCommand, type Editor, insert, moveLine } from '../editor.ts'
import type { Key } from '../input.ts'
import { optionsOf } from '../question.ts'
import { takeBack } from './begin.ts'
import { moveFocus, rowsOf } from './focus.ts'
import { changeQuestion, goOn } from './move.ts'
import { scroll } from './scroll.ts'
import { currentOf, type FormState, hasWords, isBare, withDraft } from './state.ts'

const commands: Readonly<Record<string, EditCommand>> = {
  left: 'left',
  right: 'right',
  home: 'home',
  end: 'end',
  backspace: 'backspace',
  delete: 'delete',
  'ctrl-left': 'word-left',
  'ctrl-right': 'word-right',
  'alt-left': 'word-left',
  'alt-right': 'word-right',
  'alt-b': 'word-left',
  'alt-f': 'word-right',
  'ctrl-a': 'home',
  'ctrl-e': 'end',
  'ctrl-b': 'left',
  'ctrl-f': 'right',
  'ctrl-d': 'delete',
  'ctrl-h': 'backspace',
  'ctrl-u': 'delete-to-start',
  'ctrl-k': 'delete-to-end',
  'ctrl-w': 'delete-word-left',
  'ctrl-backspace': 'delete-word-left',
  'alt-backspace': 'delete-word-left',
  'alt-d': 'delete-word-right',
  'ctrl-delete': 'delete-word-right',
}

/** What a key does to text; undefined when it does nothing to text. */
export function editByKey(editor: Editor, key: Key): Editor | undefined {
  const { name, ctrl, alt, shift } = key
  if (name === 'newline' || (name === 'enter' && (alt || shift || ctrl))) return insert(editor, '\n')
  const command = commands[`${ctrl ? 'ctrl-' : alt ? 'alt-' : ''}${name}`]
  return command && edit(editor, command)
}

/** A key in the field of a question. One that means nothing here changes nothing. */
export function pressInField(state: FormState, key: Key): FormState {
  const { draft } = currentOf(state)
  const edited = editByKey(draft.words, key)
  if (edited) return withWords(state, edited)
  if (key.ctrl || key.alt) return state
  switch (key.name) {
    case 'up':
    case 'down':
      return moveInField(state, key.name)
    case 'pageup':
    case 'pagedown':
      return scroll(state, key.name === 'pageup' ? -1 : 1)
    case 'tab':
      return changeQuestion(state, key.shift ? -1 : 1)
    case 'enter':
      return finishField(state)
    case 'escape':
      return takeBack(state) ?? { ...state, mode: 'list' }
    default:
      return state
  }
}

/** Text that was typed or pasted into the field. */
export function typeInField(state: FormState, text: string): FormState {
  return withWords(state, insert(currentOf(state).draft.words, text))
}

function withWords(state: FormState, words: Editor): FormState {
  const { draft } = currentOf(state)
  if (words.text === draft.words.text) return withDraft(state, { words })
  return withDraft(state, { words, useWords: !isBlank(words.text) })
}

/** Past the first or last line the arrows leave the field, where there is a list around it. */
function moveInField(state: FormState, to: 'up' | 'down'): FormState {
  const { question, draft } = currentOf(state)
  const words = moveLine(draft.words, to === 'up' ? -1 : 1)
  if (words) return withDraft(state, { words })
  if (optionsOf(question).length === 0) return state
  return to === 'up' ? moveFocus({ ...state, mode: 'list' }, 'up') : { ...state, mode: 'list' }
}

/** Enter: on with the words, back to the list where more can be chosen; without words nothing changes. */
function finishField(state: FormState): FormState {
  const { question, draft } = currentOf(state)
  const options = optionsOf(question)
  if (isBare(draft)) return { ...state, notice: 'bare-label' }
  if (hasWords(draft)) return question.multiSelect && options.length > 0 ? toList(state) : goOn(state)
  // Unmarked words show as chosen before they can be sent.
  if (!isBlank(draft.words.text)) return withDraft({ ...state, guard: 'commits' }, { useWords: true })
  if (options.length === 0) return { ...state, notice: 'type-or-skip' }
  const [chosen = 0] = draft.checked
  const focus = rowsOf(state, question, draft).includes(chosen) ? chosen : draft.focus
  return withDraft({ ...toList(state), notice: 'nothing-typed' }, { focus })
}

function toList(state: FormState): FormState {
  return { ...state, mode: 'list' }
}
