/** Which language to speak, and its texts. */
import { en } from './messages/en.ts'
import type { Messages } from './messages/messages.ts'
import { zh } from './messages/zh.ts'

/** The languages there are. */
export type Lang = 'en' | 'zh'

/** The texts by language. */
export const messages: Readonly<Record<Lang, Messages>> = { en, zh }

/** The language that the environment asks for: the first of LC_ALL, LC_MESSAGES and LANG that is set decides. */
export function detectLang(env: NodeJS.ProcessEnv): Lang {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return /^zh(?![a-z])/i.test(locale) ? 'zh' : 'en'
}
