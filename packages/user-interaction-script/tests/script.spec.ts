import { isUserInteractionError } from '@deepseek-ai/dsh-user-interaction'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseScript, scriptOf } from '../src/index.ts'

const database = { id: 'db', question: 'Which database?', options: [{ label: 'SQLite' }, { label: 'Postgres' }] }
const reason = { id: 'why', question: 'Why?' }

describe('an answer file', () => {
  it('is what the command prints: each item is given as it stands', () => {
    const script = parseScript(
      '{"answers":[{"id":"db","selected":["Postgres"]},{"id":"why","selected":[],"custom":" a\\n"}]}',
      'a.json',
    )
    expect(script.get('db')?.(database)).toEqual({ id: 'db', selected: ['Postgres'] })
    expect(script.get('why')?.(reason)).toEqual({ id: 'why', selected: [], custom: ' a\n' })
  })

  it.each([
    ['{', 'a.json: not JSON; expected {"answers":[{"id":"…","selected":["…"]}]}'],
    ['[]', 'a.json: the file must be an object'],
    ['{}', 'a.json: answers must be an array'],
    ['{"answers":[null]}', 'a.json: answers[0] must be an object'],
    ['{"answers":[{"selected":["x"]}]}', 'a.json: answers[0].id must be a string'],
    ['{"answers":[{"id":"a"},{"id":"a"}]}', 'a.json: answers[1].id repeats an earlier one'],
  ])('is refused by source and path when it is %j', (text, message) => {
    expect(() => parseScript(text, 'a.json')).toThrow(expect.objectContaining({ code: 'BAD_ANSWER', message }))
  })

  it('never fails with anything but BAD_ANSWER, and never quotes what it holds', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: fc.constant('§') }), (text) => {
        try {
          parseScript(text, 'a.json')
        } catch (error) {
          expect(isUserInteractionError(error, 'BAD_ANSWER')).toBe(true)
          expect((error as Error).message).not.toContain('§')
        }
      }),
    )
  })
})

describe('a script in short', () => {
  it('takes a value as a label where there are options, and as the text where there are none', () => {
    const script = scriptOf({ db: 'Postgres', why: 'it is there' })
    expect(script.get('db')?.(database)).toEqual({ id: 'db', selected: ['Postgres'] })
    expect(script.get('why')?.(reason)).toEqual({ id: 'why', selected: [], custom: 'it is there' })
  })

  it('takes a list as several labels', () => {
    expect(scriptOf({ db: ['Postgres', 'SQLite'] }).get('db')?.(database).selected).toEqual(['Postgres', 'SQLite'])
  })

  it('refuses several texts for one free-text question', () => {
    expect(() => scriptOf({ why: ['a', 'b'] }).get('why')?.(reason)).toThrow(
      'question "why" takes one text, the script gives 2',
    )
  })

  it('takes ids that every object has as ids like any other', () => {
    expect(scriptOf({}).get('constructor')).toBeUndefined()
    expect(parseScript('{"answers":[{"id":"__proto__","selected":[]}]}', 'a.json').has('__proto__')).toBe(true)
  })
})
