/** The line provider in Chinese. */
import { durationOf, type Unit } from '../duration.ts'
import type { Messages } from './messages.ts'

/** All texts. */
export const zh: Messages = {
  gap: '',
  colon: '：',
  semicolon: '；',
  progress: (position, total) => `第 ${position} 题，共 ${total} 题。`,
  askedBy: (agent) => `提问的智能体：${agent}。`,
  deadline: (ms) => `请在 ${durationOf(ms, say)}内回答；每输入一行就重新计时。到时不会替你选择任何选项。`,
  hint: {
    one: (count) => `请输入编号 ${rangeOf(count)}、选项文字或自己的话。`,
    many: (count) => `请输入${numbersOf(count)}、选项文字或自己的话，可多选。`,
    text: '请输入回答。',
    onlyOne: (count) => `请输入编号 ${rangeOf(count)} 或选项文字。`,
    onlyTwo: (first, second) => `请输入 1（${first}）或 2（${second}）。`,
    onlyMany: (count) => `请输入${numbersOf(count)}或选项文字，可多选。`,
  },
  numberMeans: (number, label) => `这里的 ${number} 表示：${label}`,
  help: [
    { command: '/skip', does: '跳过这一题' },
    { command: '/keep', does: '采用已填好的回答，直到下一个还没有回答的问题' },
    { command: '/back', does: '回到上一题' },
    { command: '/cancel', does: '全部不回答，什么也不发送' },
    { command: '/text 文字', does: '原样作为回答，也可以是数字或命令', words: true },
    { command: '/multi', does: '输入多行，合为一个回答', words: true },
    { command: '/reply 文字', does: '一次回复整个请求，跳过其余问题', words: true },
  ],
  answerPrompt: '回答：',
  linePrompt: (number) => `第 ${number} 行：`,
  draft: (answer) => `你之前的回答：${answer}。/keep 采用它，新的回答会替换它。`,
  earlier: '这些问题之前问过你。当时输入的内容已经填好，只有你确认才会发送。',
  noted: (answer) => `已记下：${answer}`,
  skipped: '（跳过）',
  quoted: (text) => `“${text}”`,
  fault: {
    empty: '空行不算回答。请输入回答，或用 /skip 跳过这一题。',
    outOfRange: (part, count) => `${part} 超出范围：选项编号是 1 到 ${count}。这一行没有采用。`,
    noOption: (part) => `“${part}”既不是编号也不是选项文字。这一行没有采用。`,
    alike: (part) => `不止一个选项看起来是“${part}”。请输入编号。`,
    onlyOptions: '这里只接受选项。',
    notCommand: (command) => `这一行没有采用。命令是“${command}”。`,
    notText: '这一行含有不是 UTF-8 的字节，没有采用。请重新输入。',
    textMissing: '请把文字写在同一行的 /text 后面。',
    firstQuestion: '这已经是第一题。',
    nothingKept: '还没有可以采用的回答。',
    linesMissing: '还没有文字。请先输入，再用只有一个句点的行结束。',
  },
  asText: '要作为文字发送，请在前面加上 /text。',
  severalLines: '请输入多行。单独一个 . 结束，/back 放弃这些行，/cancel 全部不回答。',
  otherWords: (label) => `选择“${label}”请用自己的话说明。输入文字，或用 /back 返回。`,
  replyWords: '请输入对整个请求的回复，或用 /back 返回。',
  receipt: '已发送：',
  othersSkipped: '其他问题已跳过。',
  notSent: '没有发送：',
  notSentGone: '没有发送，因为这是为已撤下的问题输入的：',
  notSentEarly: '没有发送，因为这是在这个问题出现之前输入的：',
  moreLines: (count) => `另有 ${count} 行`,
  answeredOn: (surface) => `已在 ${surface} 上回答。`,
  ending: {
    dismissed: '已全部取消。没有选择任何选项，也没有发送任何内容。',
    expired: '时间到。没有选择任何选项，也没有发送任何内容。',
    withdrawn: '问题已撤下。没有选择任何选项，也没有发送任何内容。',
    inputEnded: '输入在回答之前结束。没有选择任何选项，也没有发送任何内容。',
    tooManyMisses: '连续太多行都不是回答。没有选择任何选项，也没有发送任何内容。',
    notKept: '你的回答没能写入磁盘，什么也没有发送。',
  },
}

function rangeOf(count: number): string {
  return count === 1 ? '1' : `1-${count}`
}

/** An example that is in range. */
function numbersOf(count: number): string {
  return count === 1 ? '编号 1' : `编号（例如 ${count === 2 ? '1,2' : '1,3'}）`
}

function say(count: number, unit: Unit): string {
  return `${count} ${{ second: '秒', minute: '分钟', hour: '小时', day: '天' }[unit]}`
}
