/** What one typed line says to one question. Pure; knows neither the other questions nor the screen. */
import { isBlank } from '@deepseek-ai/dsh-user-interaction/text'
import type { AskUserQuestionItem, AskUserQuestionOption } from '@deepseek-ai/dsh-user-interaction/types'
import { type Choice, chooseMany, chooseOne, shownForm } from './choices.ts'

/** Why a line was no answer; the question stays up. */
export type Fault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'out-of-range'; readonly part: string; readonly count: number }
  | { readonly kind: 'no-option'; readonly part: string }
  | { readonly kind: 'alike'; readonly part: string }
  /** Words where only the options are answers. */
  | { readonly kind: 'only-options' }
  /** Nearly a command; `command` is the one that was probably meant. */
  | { readonly kind: 'near-miss'; readonly command: string }
  /** The line has bytes that are no UTF-8. */
  | { readonly kind: 'not-text' }
  | { readonly kind: 'text-missing' }
  | { readonly kind: 'first-question' }
  /** There is no answer that could be kept. */
  | { readonly kind: 'nothing-kept' }
  | { readonly kind: 'lines-missing' }

/** What a line says. */
export type Reading =
  | { readonly kind: 'answer'; readonly selected: readonly string[]; readonly custom?: string }
  /** An option that only says "something else": it waits for words, to stand beside what else was chosen. */
  | {
      readonly kind: 'other'
      readonly selected: readonly string[]
      readonly label: string
      readonly all: readonly string[]
    }
  | { readonly kind: 'skip' | 'keep' | 'back' | 'cancel' | 'multi' | 'help' }
  /** The whole request answered with one text; without it, the text is the next line. */
  | { readonly kind: 'reply'; readonly text?: string }
  | { readonly kind: 'again'; readonly fault: Fault }

const words: Readonly<Record<string, Reading>> = {
  '/skip': { kind: 'skip' },
  '/keep': { kind: 'keep' },
  '/back': { kind: 'back' },
  '/cancel': { kind: 'cancel' },
  '/help': { kind: 'help' },
  '/multi': { kind: 'multi' },
  '/reply': { kind: 'reply' },
  '/text': { kind: 'again', fault: { kind: 'text-missing' } },
}

/** What people type for commands that are called otherwise here. */
const synonyms: Readonly<Record<string, string>> = { '/?': '/help', '/quit': '/cancel', '/exit': '/cancel' }

/** `/text` or `/reply`, one space, and the rest of the line as it is. */
const withText = /^\s*(\/text|\/reply)\s(.*)$/su

/** Labels that name no choice but the wish for another one. */
const other = /^(?:others?|something else|其他|其它)\s*(?:[(（].*[)）])?[\s.…:：]*$/iu

/**
 * Reads a line, without its line end, as what it says to a question. Commands are exact words, and what is nearly
 * one is asked again; every other line is an answer, however it begins. Text that is not a choice comes back byte for
 * byte as `custom`.
 * @param onlyOptions whether text is no answer where there are options.
 */
export function parseLine(line: string, question: AskUserQuestionItem, onlyOptions = false): Reading {
  const options = question.options ?? []
  const reading =
    parseCommand(line) ?? (isBlank(line) ? again({ kind: 'empty' }) : parseAnswer(line, question, options))
  if (!isClosed(question, onlyOptions)) return reading
  if (reading.kind === 'other') return { kind: 'answer', selected: reading.all }
  return saysWords(reading) ? again({ kind: 'only-options' }) : reading
}

/** Whether a question takes no words of one's own. */
export function isClosed({ options = [] }: AskUserQuestionItem, onlyOptions: boolean): boolean {
  return onlyOptions && options.length > 0
}

function parseAnswer(line: string, question: AskUserQuestionItem, options: readonly AskUserQuestionOption[]): Reading {
  const choice = question.multiSelect ? chooseMany(line, options) : chooseOne(line, options)
  if (choice.kind === 'options') {
    return select(choice.indexes.flatMap((index) => options[index]?.label ?? []))
  }
  const command = nearestCommand(line)
  if (command) return again({ kind: 'near-miss', command })
  if (choice.kind === 'text' || options.length === 0) return { kind: 'answer', selected: [], custom: line }
  return again(faultOf(choice, options.length))
}

/** The command that a line nearly is: in other letters, by another name, or with words that it does not take. */
function nearestCommand(line: string): string | undefined {
  const [word = ''] = shownForm(line).normalize('NFKC').toLowerCase().split(' ')
  const command = Object.hasOwn(synonyms, word) ? synonyms[word] : word
  return command !== undefined && Object.hasOwn(words, command) ? command : undefined
}

function saysWords(reading: Reading): boolean {
  if (reading.kind === 'answer') return reading.custom !== undefined
  if (reading.kind === 'again') return reading.fault.kind === 'text-missing'
  return reading.kind === 'multi' || reading.kind === 'reply'
}

/**
 * Numbers that are also another option's label, with the label that typing them chooses: a person has to be told.
 */
export function surprisingNumbers(question: AskUserQuestionItem): { number: number; label: string }[] {
  const labels = question.options?.map((option) => shownForm(option.label).normalize('NFKC')) ?? []
  return labels.flatMap((own, index) => {
    const number = index + 1
    if (own === String(number) || !labels.includes(String(number))) return []
    const reading = parseLine(String(number), question)
    return reading.kind === 'answer' && reading.selected[0] !== undefined ? { number, label: reading.selected[0] } : []
  })
}

function parseCommand(line: string): Reading | undefined {
  const word = shownForm(line)
  if (Object.hasOwn(words, word)) return words[word]
  const [, command, text] = withText.exec(line) ?? []
  if (text === undefined || isBlank(text)) return undefined
  return command === '/reply' ? { kind: 'reply', text } : { kind: 'answer', selected: [], custom: text }
}

function select(labels: readonly string[]): Reading {
  const label = labels.find((chosen) => other.test(shownForm(chosen)))
  if (label === undefined) return { kind: 'answer', selected: labels }
  return { kind: 'other', selected: labels.filter((chosen) => chosen !== label), label, all: labels }
}

function faultOf(choice: Exclude<Choice, { kind: 'options' | 'text' }>, count: number): Fault {
  if (choice.kind === 'nothing') return { kind: 'empty' }
  return choice.kind === 'out-of-range' ? { ...choice, count } : choice
}

function again(fault: Fault): Reading {
  return { kind: 'again', fault }
}
