/** The texts by language. */
import type { Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import { en } from './messages/en.ts'
import type { Messages } from './messages/messages.ts'
import { zh } from './messages/zh.ts'

/** Every text of the page and its server, in each language. */
export const messages: Readonly<Record<Lang, Messages>> = { en, zh }
