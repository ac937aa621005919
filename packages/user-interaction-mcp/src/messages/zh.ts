/** The forms in Chinese. */
import type { Messages } from './messages.ts'

/** All texts. */
export const zh: Messages = {
  askedBy: (agent) => `提问者：${agent}`,
  part: (position, total) => `第 ${position} 部分，共 ${total} 部分`,
  answer: '你的回答',
  instead: '或者用自己的话回答（将取代上面的选择）',
  beside: '补充说明（与所选项一并提交）',
  waiting: '正在等待你的回答。',
}
