/** Which language to speak, and its texts. */
import { detectLang, type Lang } from '@deepseek-ai/dsh-user-interaction/lang'
import type { Messages } from './messages/messages.ts'

/** Whether a word names one of the languages. */
export function isLang(word: string | undefined): word is Lang {
  return word === 'en' || word === 'zh'
}

/**
 * The language: the last valid `--lang` in argv, else ASK_USER_LANG, else what the first of LC_ALL, LC_MESSAGES and
 * LANG that is set says. It looks no further than that, so that even a fault in argv can be told in it.
 */
export function languageOf(argv: readonly string[], env: NodeJS.ProcessEnv): Lang {
  const flags = argv.map((arg, index) => (arg === '--lang' ? argv[index + 1] : /^--lang=(.*)$/s.exec(arg)?.[1]))
  return [...flags.toReversed(), env['ASK_USER_LANG']].find(isLang) ?? detectLang(env)
}

/** The texts of a language, loaded when first asked for. */
export async function loadMessages(lang: Lang): Promise<Messages> {
  const { messages } = lang === 'zh' ? await import('./messages/zh.ts') : await import('./messages/en.ts')
  return messages
}
