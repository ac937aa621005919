/** The texts in Chinese. */
import type { Messages } from './messages.ts'

/** The texts in Chinese. */
export const zh: Messages = {
  answer: '你的回答',
  instead: '自己的话（填写后取代上面的选择）',
  beside: '自己的话（可单独填写，也可与所选项并存）',
  chat: '改为在对话中回答',
}
