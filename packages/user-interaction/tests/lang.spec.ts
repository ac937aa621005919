/** Which language an environment asks for. */
import { describe, expect, test } from 'vitest'
import { detectLang } from '../src/lang.ts'

describe('the language', () => {
  test.each([
    [{}, 'en'],
    [{ LANG: 'zh_CN.UTF-8' }, 'zh'],
    [{ LANG: 'zh-TW' }, 'zh'],
    [{ LANG: 'zha_CN' }, 'en'],
    [{ LANG: 'de_DE.UTF-8' }, 'en'],
    [{ LANG: 'en_US.UTF-8', LC_MESSAGES: 'zh_CN.UTF-8' }, 'zh'],
    [{ LANG: 'zh_CN.UTF-8', LC_MESSAGES: '', LC_ALL: 'C' }, 'en'],
  ])('of %j is %s', (env, lang) => {
    expect(detectLang(env)).toBe(lang)
  })
})
