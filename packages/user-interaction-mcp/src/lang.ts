/** The texts by language. */
import type { Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import { en } from './messages/en.ts'
import type { Messages } from './messages/messages.ts'
import { zh } from './messages/zh.ts'

/** The texts by language. */
export const messages: Readonly<Record<Lang, Messages>> = { en, zh }
