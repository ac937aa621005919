/** "Yes, but": own words that begin with an option's label, and whether its key was the beginning of a word. Pure. */
import { editorOf } from '../editor.ts'
import { optionsOf, showOption } from '../question.ts'
import { takesWords } from './focus.ts'
import { type Begun, currentOf, type Draft, type FormState, hasWords, isBare, withDraft } from './state.ts'

/** So short a word may be all that is left of one whose first letter was taken for the key. */
const shortWord = 12

/** Opens the own words with the label of the option that has the focus; undefined where there is none. */
export function beginWithLabel(state: FormState): FormState | undefined {
  const { question, draft } = currentOf(state)
  const option = optionsOf(question)[draft.focus]
  if (!option || !takesWords(state, question)) return undefined
  const start = state.text.labelStart(showOption(option).label)
  const { begun: _, ...before } = draft
  const { text: typed } = draft.words
  const text = typed.startsWith(start) ? typed : start + typed
  const opened: FormState = { ...state, mode: 'field', guard: 'commits', beforeLabel: before }
  return withDraft(focusWords(opened), { words: editorOf(text), useWords: true, begun: { start, text, before } })
}

/** Takes "yes, but" back: its letter was the beginning of a word that has come at once. */
export function closeLabel(state: FormState, before: Draft): FormState {
  const { beforeLabel: _, ...rest } = state
  const stray = { typing: true, spaced: false }
  return withDraft({ ...rest, mode: 'list', stray, notice: 'stray' }, { ...before, begun: undefined })
}

/** After an event: whoever has left the field with nothing added to its beginning finds everything as it was before. */
export function leaveBegun(before: FormState, state: FormState): FormState {
  const draft = state.drafts[before.at]
  const isLeft = before.mode === 'field' && (state.mode !== 'field' || state.at !== before.at)
  if (!isLeft || !draft?.begun || !isUntouched(draft, draft.begun)) return state
  return { ...state, drafts: state.drafts.with(before.at, { ...draft.begun.before, left: draft.left }) }
}

/** Asks whether words are meant that may be the rest of a word begun with the key; undefined where there is no doubt. */
export function askFirst(state: FormState): FormState | undefined {
  const { draft } = currentOf(state)
  const { begun, words } = draft
  if (!begun || !hasWords(draft) || begun.asked === words.text || !endsWord(begun, words.text)) return undefined
  const asked = { ...begun, asked: words.text }
  return withDraft({ ...state, notice: 'doubtful', guard: 'commits' }, { begun: asked })
}

/** The list as it was before words that the person was asked about, which are kept unmarked. */
export function takeBack(state: FormState): FormState | undefined {
  const { begun, words, left } = currentOf(state).draft
  if (!begun || begun.asked !== words.text) return undefined
  return withDraft({ ...state, mode: 'list' }, { ...begun.before, left, words, useWords: false, begun: undefined })
}

function isUntouched(draft: Draft, { text, before }: Begun): boolean {
  return isBare(draft) || (draft.words.text === text && text !== before.words.text)
}

/** Puts the focus on the row of own words. */
export function focusWords(state: FormState): FormState {
  return withDraft(state, { focus: optionsOf(currentOf(state).question).length, itemScroll: 0 })
}

/** After the key nearly every word goes on with a vowel, and an abbreviation has none. */
function endsWord({ text }: Begun, words: string): boolean {
  if (!words.startsWith(text)) return false
  const added = words.slice(text.length)
  const [first = ''] = /^[\p{Script=Latin}\p{M}'’]+/u.exec(added) ?? []
  if (first === '') return false
  const letters = first.normalize('NFD')
  const isAlone = first.length <= shortWord && !/[\p{L}\p{N}]/u.test(added.slice(first.length))
  return isAlone || /^[aeiouyæœøı]/iu.test(letters) || !/[aeiouy]/iu.test(letters)
}
