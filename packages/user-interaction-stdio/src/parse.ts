/** What one typed line says to one question. Pure; knows neither the other questions nor the screen. */
import { isBlank } from '@deepseek-ai/dsh-user-interaction/text'
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction/types'
import { type Choice, chooseMany, chooseOne, shownForm } from './choices.ts'

/** Why a line was no answer; the question stays up. */
export type Fault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'out-of-range'; readonly part: string; readonly count: number }
  | { readonly kind: 'no-option'; readonly part: string }
  | { readonly kind: 'alike'; readonly part: string }
  | { readonly kind: 'text-missing' }
  | { readonly kind: 'first-question' }
  | { readonly kind: 'lines-missing' }

/** What a line says. */
export type Reading =
  | { readonly kind: 'answer'; readonly selected: readonly string[]; readonly custom?: string }
  /** An option that only says "something else": it waits for words, to stand beside what else was chosen. */
  | { readonly kind: 'other'; readonly selected: readonly string[]; readonly label: string }
  | { readonly kind: 'skip' | 'back' | 'cancel' | 'multi' }
  /** The whole request answered with one text; without it, the text is the next line. */
  | { readonly kind: 'reply'; readonly text?: string }
  | { readonly kind: 'again'; readonly fault: Fault }

const words: Readonly<Record<string, Reading>> = {
  '/skip': { kind: 'skip' },
  '/back': { kind: 'back' },
  '/cancel': { kind: 'cancel' },
  '/multi': { kind: 'multi' },
  '/reply': { kind: 'reply' },
  '/text': { kind: 'again', fault: { kind: 'text-missing' } },
}

/** `/text` or `/reply`, one space, and the rest of the line as it is. */
const withText = /^\s*(\/text|\/reply)\s(.*)$/su

/** Labels that name no choice but the wish for another one. */
const other = /^(?:others?|something else|其他|其它)\s*(?:[(（].*[)）])?[\s.…:：]*$/iu

/**
 * Reads a line, without its line end, as what it says to a question. Commands are exact words; every other line is
 * an answer, however it begins. Text that is not a choice comes back byte for byte as `custom`.
 */
export function parseLine(line: string, question: AskUserQuestionItem): Reading {
  const command = parseCommand(line)
  if (command) return command
  if (isBlank(line)) return again({ kind: 'empty' })
  const options = question.options ?? []
  if (options.length === 0) return { kind: 'answer', selected: [], custom: line }
  const choice = question.multiSelect ? chooseMany(line, options) : chooseOne(line, options)
  if (choice.kind === 'options') return select(choice.indexes.flatMap((index) => options[index]?.label ?? []))
  if (choice.kind === 'text') return { kind: 'answer', selected: [], custom: line }
  return again(faultOf(choice, options.length))
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
  return { kind: 'other', selected: labels.filter((chosen) => chosen !== label), label }
}

function faultOf(choice: Exclude<Choice, { kind: 'options' | 'text' }>, count: number): Fault {
  if (choice.kind === 'nothing') return { kind: 'empty' }
  return choice.kind === 'out-of-range' ? { ...choice, count } : choice
}

function again(fault: Fault): Reading {
  return { kind: 'again', fault }
}
