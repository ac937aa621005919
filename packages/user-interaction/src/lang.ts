/** The languages that surfaces speak to a person, and which of them an environment asks for. Texts are theirs. */

/** The languages there are. */
export type Lang = 'en' | 'zh'

/** The language that the environment asks for: the first of LC_ALL, LC_MESSAGES and LANG that is set decides. */
export function detectLang(env: Readonly<Record<string, string | undefined>>): Lang {
  return langOf(env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '')
}

/** The language of a locale or language tag, such as `zh_CN.UTF-8` or `zh-Hans`. Default: English. */
export function langOf(tag: string): Lang {
  return /^zh(?![a-z])/i.test(tag) ? 'zh' : 'en'
}
