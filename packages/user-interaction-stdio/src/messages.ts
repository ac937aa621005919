/** Every text that the line provider shows, in English and Chinese: one typed table. Pure. */

export type Lang = 'en' | 'zh'

/** The texts of one language. Arguments are sanitised by whoever calls. */
export interface Messages {
  /** What stands between two sentences. */
  gap: string
  progress(position: number, total: number): string
  askedBy(agent: string): string
  deadline(ms: number): string
  typeOne(count: number): string
  typeMany(count: number): string
  typeText: string
  numberMeans(number: number, label: string): string
  /** Under the first question of a request. */
  commandsInFull: readonly string[]
  commands: string
  answerPrompt: string
  linePrompt(number: number): string
  draft(answer: string): string
  noted(answer: string): string
  skipped: string
  quoted(text: string): string
  empty: string
  outOfRange(part: string, count: number): string
  noOption(part: string): string
  alike(part: string): string
  textMissing: string
  firstQuestion: string
  linesMissing: string
  severalLines: string
  otherWords(label: string): string
  replyWords: string
  receipt: string
  othersSkipped: string
  notSent: string
  notSentLate: string
  moreLines(count: number): string
  dismissed: string
  expired: string
  withdrawn: string
  inputEnded: string
  tooManyMisses: string
}

const en: Messages = {
  gap: ' ',
  progress: (position, total) => `Question ${position} of ${total}.`,
  askedBy: (agent) => `Asked by agent ${agent}.`,
  deadline: (ms) =>
    `Answer within ${durationOf(ms, enUnit)}; each line you enter starts the time anew. `
    + 'When it is up, nothing is chosen.',
  typeOne: (count) =>
    `Type ${count === 1 ? '1' : `a number from 1 to ${count}`} or a label, or answer in your own `
    + 'words, then press Enter.',
  typeMany: (count) =>
    `Type ${count === 1 ? '1' : `numbers such as ${exampleOf(count)}`} or labels, or answer in `
    + 'your own words, then press Enter.',
  typeText: 'Type your answer, then press Enter.',
  numberMeans: (number, label) => `Here ${number} means: ${label}`,
  commandsInFull: [
    '/skip leaves this out, /cancel dismisses everything, /multi takes several lines,',
    '/text WORDS is taken as it is, /reply WORDS answers the whole request at once.',
  ],
  commands: 'Commands: /skip, /back, /cancel, /text, /multi, /reply.',
  answerPrompt: 'Answer: ',
  linePrompt: (number) => `Line ${number}: `,
  draft: (answer) => `Your answer so far: ${answer}. A new one replaces it.`,
  noted: (answer) => `Noted: ${answer}`,
  skipped: '(skipped)',
  quoted: (text) => `"${text}"`,
  empty: 'An empty line is no answer. Type one, or /skip to leave this question out.',
  outOfRange: (part, count) =>
    `${part} is out of range: the options go from 1 to ${count}. Nothing was taken from that line.`,
  noOption: (part) =>
    `"${part}" is neither a number nor a label. Nothing was taken from that line. `
    + 'To send it as text, put /text in front.',
  alike: (part) => `More than one option looks like "${part}". Type its number.`,
  textMissing: 'Put the words after /text, on the same line.',
  firstQuestion: 'This is the first question.',
  linesMissing: 'There is no text yet. Type some, then a line with only a full stop.',
  severalLines: 'Type as many lines as you need, then a line with only a full stop (.) to end.',
  otherWords: (label) => `"${label}" needs your own words. Type them, or /back.`,
  replyWords: 'Type your answer to the whole request, or /back.',
  receipt: 'Sent to the agent:',
  othersSkipped: 'The other questions were skipped.',
  notSent: 'Not sent:',
  notSentLate: 'Not sent, because it was typed for a question that is gone:',
  moreLines: (count) => `and ${count} more`,
  dismissed: 'Dismissed. Nothing was chosen and nothing was sent.',
  expired: 'The time is up. Nothing was chosen and nothing was sent.',
  withdrawn: 'The question was withdrawn. Nothing was chosen and nothing was sent.',
  inputEnded: 'The input ended before an answer. Nothing was chosen and nothing was sent.',
  tooManyMisses: 'Too many lines in a row were no answer. Nothing was chosen and nothing was sent.',
}

const zh: Messages = {
  gap: '',
  progress: (position, total) => `第 ${position} 题，共 ${total} 题。`,
  askedBy: (agent) => `提问的智能体：${agent}。`,
  deadline: (ms) => `请在 ${durationOf(ms, zhUnit)}内回答；每输入一行就重新计时。到时不会替你选择任何选项。`,
  typeOne: (count) =>
    `请输入${count === 1 ? ' 1 ' : ` 1 到 ${count} 的编号`}或选项文字，也可以直接用自己的话回答，然后按回车。`,
  typeMany: (count) =>
    `请输入${count === 1 ? ' 1 ' : `编号（例如 ${exampleOf(count)}）`}或选项文字，可多选；`
    + '也可以直接用自己的话回答，然后按回车。',
  typeText: '请输入回答，然后按回车。',
  numberMeans: (number, label) => `这里的 ${number} 表示：${label}`,
  commandsInFull: [
    '/skip 跳过这一题，/cancel 全部不回答，/multi 输入多行，',
    '/text 文字 原样作为回答，/reply 文字 一次回复整个请求。',
  ],
  commands: '命令：/skip、/back、/cancel、/text、/multi、/reply。',
  answerPrompt: '回答：',
  linePrompt: (number) => `第 ${number} 行：`,
  draft: (answer) => `你之前的回答：${answer}。新的回答会替换它。`,
  noted: (answer) => `已记下：${answer}`,
  skipped: '（跳过）',
  quoted: (text) => `“${text}”`,
  empty: '空行不算回答。请输入回答，或用 /skip 跳过这一题。',
  outOfRange: (part, count) => `${part} 超出范围：选项编号是 1 到 ${count}。这一行没有采用。`,
  noOption: (part) => `“${part}”既不是编号也不是选项文字。这一行没有采用。要作为文字发送，请在前面加上 /text。`,
  alike: (part) => `不止一个选项看起来是“${part}”。请输入编号。`,
  textMissing: '请把文字写在同一行的 /text 后面。',
  firstQuestion: '这已经是第一题。',
  linesMissing: '还没有文字。请先输入，再用只有一个句点的行结束。',
  severalLines: '可以输入多行，最后用只有一个句点（.）的行结束。',
  otherWords: (label) => `选择“${label}”请用自己的话说明。输入文字，或用 /back 返回。`,
  replyWords: '请输入对整个请求的回复，或用 /back 返回。',
  receipt: '已发送给智能体：',
  othersSkipped: '其他问题已跳过。',
  notSent: '没有发送：',
  notSentLate: '没有发送，因为这是为已撤下的问题输入的：',
  moreLines: (count) => `另有 ${count} 行`,
  dismissed: '已全部取消。没有选择任何选项，也没有发送任何内容。',
  expired: '时间到。没有选择任何选项，也没有发送任何内容。',
  withdrawn: '问题已撤下。没有选择任何选项，也没有发送任何内容。',
  inputEnded: '输入在回答之前结束。没有选择任何选项，也没有发送任何内容。',
  tooManyMisses: '连续太多行都不是回答。没有选择任何选项，也没有发送任何内容。',
}

export const messages: Readonly<Record<Lang, Messages>> = { en, zh }

/** The language that the environment asks for: the first of LC_ALL, LC_MESSAGES and LANG that is set decides. */
export function detectLang(env: NodeJS.ProcessEnv): Lang {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return /^zh(?![a-z])/i.test(locale) ? 'zh' : 'en'
}

/** An example that is in range. */
function exampleOf(count: number): string {
  return count === 2 ? '1,2' : '1,3'
}

type Unit = 'second' | 'minute' | 'hour' | 'day'

const units: readonly (readonly [Unit, number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** A length in whole units, the largest that fits it at least twice; never more than there is. */
function durationOf(ms: number, say: (count: number, unit: Unit) => string): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  const [unit, size] = units.find(([, length]) => seconds >= length * 2) ?? ['second', 1]
  return say(Math.floor(seconds / size), unit)
}

function enUnit(count: number, unit: Unit): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function zhUnit(count: number, unit: Unit): string {
  return `${count} ${{ second: '秒', minute: '分钟', hour: '小时', day: '天' }[unit]}`
}
