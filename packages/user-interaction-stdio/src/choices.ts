/** Which options a typed text names: by number, by label, or as a list of both. Pure. */
import { sanitizeLine } from '@deepseek-ai/dsh-user-interaction/text'
import type { AskUserQuestionOption } from '@deepseek-ai/dsh-user-interaction/types'

/** What a text names: options by index in option order, or why it names none. */
export type Choice =
  | { readonly kind: 'options'; readonly indexes: readonly number[] }
  | { readonly kind: 'out-of-range'; readonly part: string }
  | { readonly kind: 'no-option'; readonly part: string }
  | { readonly kind: 'alike'; readonly part: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'text' }

/** A label as it is and as it looks. */
interface Label {
  readonly exact: string
  readonly form: string
}

const separator = /[\s,，、;；]/u
const separators = /^[\s,，、;；]+/u
const commas = /^\s*[,，、;；]/u
const token = /^[^\s,，、;；]+/u

/** Text as it looks on the screen, which is what a person compares and retypes. */
export function shownForm(text: string): string {
  return sanitizeLine(text).normalize('NFC')
}

/** One choice: a number in range, else a label, else a number out of range, else text. */
export function chooseOne(line: string, options: readonly AskUserQuestionOption[]): Choice {
  const number = chooseNumber(shownForm(line), options.length)
  if (number.kind === 'options') return number
  const label = chooseLabel(line, labelsOf(options))
  if (label) return label
  return number.kind === 'out-of-range' ? number : { kind: 'text' }
}

/**
 * Any number of choices: the whole line as one label, else numbers and labels between commas or spaces, a longer
 * label before a shorter one. A fault rejects the line as a whole. A line with anything else in it is text, unless
 * it begins like a list, with a number or label and a comma.
 */
export function chooseMany(line: string, options: readonly AskUserQuestionOption[]): Choice {
  const labels = labelsOf(options)
  const label = chooseLabel(line, labels)
  if (label) return label
  const indexes = new Set<number>()
  let fault: Choice | undefined
  let listLike: boolean | undefined
  for (const { choice, comma } of partsOf(shownForm(line), labels)) {
    listLike ??= comma && choice.kind !== 'no-option'
    if (choice.kind === 'options') for (const index of choice.indexes) indexes.add(index)
    else if (choice.kind === 'no-option' && !listLike) return { kind: 'text' }
    else fault ??= choice
  }
  if (fault) return fault
  return indexes.size === 0 ? { kind: 'nothing' } : { kind: 'options', indexes: [...indexes].toSorted((a, b) => a - b) }
}

/** The parts of a list, each with whether a comma, not just a space, follows it. */
function* partsOf(shown: string, labels: readonly Label[]): Generator<{ choice: Choice; comma: boolean }> {
  for (let rest = shown.replace(separators, ''); rest; rest = rest.replace(separators, '')) {
    const part = nextPart(rest, labels)
    rest = rest.slice(part.length)
    yield { choice: chooseLabel(part, labels) ?? chooseNumber(part, labels.length), comma: commas.test(rest) }
  }
}

/** The longest label that stands at the start, else what reaches to the next separator. */
function nextPart(rest: string, labels: readonly Label[]): string {
  let longest = token.exec(rest)?.[0] ?? rest
  for (const { form } of labels) {
    const ends = rest.length === form.length || separator.test(rest.charAt(form.length))
    if (form.length > longest.length && ends && rest.startsWith(form)) longest = form
  }
  return longest
}

function chooseLabel(text: string, labels: readonly Label[]): Choice | undefined {
  const exact = labels.findIndex((label) => label.exact === text.trim())
  if (exact >= 0) return { kind: 'options', indexes: [exact] }
  const shown = shownForm(text)
  const indexes = labels.flatMap(({ form }, index) => (form === shown ? index : []))
  if (indexes.length === 0 || shown === '') return undefined
  return indexes.length === 1 ? { kind: 'options', indexes } : { kind: 'alike', part: shown }
}

/** A text of digits only, full-width ones included, is the number of an option or out of range. */
function chooseNumber(part: string, count: number): Choice {
  if (!/^[0-9０-９]+$/u.test(part)) return { kind: 'no-option', part }
  const number = Number(part.normalize('NFKC'))
  if (number < 1 || number > count) return { kind: 'out-of-range', part }
  return { kind: 'options', indexes: [number - 1] }
}

function labelsOf(options: readonly AskUserQuestionOption[]): Label[] {
  return options.map(({ label }) => ({ exact: label.trim(), form: shownForm(label) }))
}
