/** The line provider in English. */
import { durationOf, type Unit } from '../duration.ts'
import type { Messages } from './messages.ts'

/** All texts. */
export const en: Messages = {
  gap: ' ',
  colon: ': ',
  semicolon: '; ',
  progress: (position, total) => `Question ${position} of ${total}.`,
  askedBy: (agent) => `Asked by agent ${agent}.`,
  deadline: (ms) =>
    `Answer within ${durationOf(ms, say)}; each line you enter starts the time anew. `
    + 'When it is up, nothing is chosen.',
  hint: {
    one: (count) => `Type ${rangeOf(count)}, a label or your own words.`,
    many: (count) => `Type ${numbersOf(count)}, labels or your own words.`,
    text: 'Type your answer.',
    onlyOne: (count) => `Type ${rangeOf(count)} or a label.`,
    onlyTwo: (first, second) => `Type 1 (${first}) or 2 (${second}).`,
    onlyMany: (count) => `Type ${numbersOf(count)} or labels.`,
  },
  numberMeans: (number, label) => `Here ${number} means: ${label}`,
  help: [
    { command: '/skip', does: 'leaves this question out' },
    { command: '/keep', does: 'takes what stands as your answer, up to the next open question' },
    { command: '/back', does: 'returns to the question before' },
    { command: '/cancel', does: 'dismisses everything; nothing is sent' },
    { command: '/text WORDS', does: 'sends the words as they are, also a number or a command', words: true },
    { command: '/multi', does: 'takes several lines as one answer', words: true },
    { command: '/reply WORDS', does: 'answers the whole request at once and skips the rest', words: true },
  ],
  answerPrompt: 'Answer: ',
  linePrompt: (number) => `Line ${number}: `,
  draft: (answer) => `Your answer so far: ${answer}. /keep takes it, a new one replaces it.`,
  earlier: 'You were asked this before. What you entered then is filled in; it is sent only if you say so.',
  noted: (answer) => `Noted: ${answer}`,
  skipped: '(skipped)',
  quoted: (text) => `"${text}"`,
  fault: {
    empty: 'An empty line is no answer. Type one, or /skip to leave this question out.',
    outOfRange: (part, count) =>
      `${part} is out of range: the options go from 1 to ${count}. Nothing was taken from that line.`,
    noOption: (part) => `"${part}" is neither a number nor a label. Nothing was taken from that line.`,
    alike: (part) => `More than one option looks like "${part}". Type its number.`,
    onlyOptions: 'Only the options are answers here.',
    notCommand: (command) => `Nothing was taken from that line. The command is "${command}".`,
    notText: 'That line holds bytes that are not UTF-8. Nothing was taken from it; type it again.',
    textMissing: 'Put the words after /text, on the same line.',
    firstQuestion: 'This is the first question.',
    nothingKept: 'There is no answer to keep yet.',
    linesMissing: 'There is no text yet. Type some, then a line with only a full stop.',
  },
  asText: 'To send it as text, put /text in front.',
  severalLines: 'Type your lines. A single . ends them, /back drops them, /cancel dismisses all.',
  otherWords: (label) => `"${label}" needs your own words. Type them, or /back.`,
  replyWords: 'Type your answer to the whole request, or /back.',
  receipt: 'Sent:',
  othersSkipped: 'The other questions were skipped.',
  notSent: 'Not sent:',
  notSentGone: 'Not sent, because it was typed for a question that is gone:',
  notSentEarly: 'Not sent, because it was typed before this question was there:',
  moreLines: (count) => `and ${count} more`,
  answeredOn: (surface) => `Answered on ${surface}.`,
  ending: {
    dismissed: 'Dismissed. Nothing was chosen and nothing was sent.',
    expired: 'The time is up. Nothing was chosen and nothing was sent.',
    withdrawn: 'The question was withdrawn. Nothing was chosen and nothing was sent.',
    inputEnded: 'The input ended before an answer. Nothing was chosen and nothing was sent.',
    tooManyMisses: 'Too many lines in a row were no answer. Nothing was chosen and nothing was sent.',
    notKept: 'Your answer could not be written down, so nothing was sent.',
  },
}

function rangeOf(count: number): string {
  return count === 1 ? '1' : `1-${count}`
}

/** An example that is in range. */
function numbersOf(count: number): string {
  return count === 1 ? '1' : `numbers (${count === 2 ? '1,2' : '1,3'})`
}

function say(count: number, unit: Unit): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
