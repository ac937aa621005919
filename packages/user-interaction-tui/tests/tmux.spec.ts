/** The form in tmux, driven by keys; skipped where there is no tmux, since nothing else is a tmux. */
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { describe, expect, test } from 'vitest'
import { targets, why } from './questions.ts'
import { hasTmux, Window } from './tmux.ts'

const store: AskUserQuestionItem = {
  id: 'store',
  header: 'Storage',
  question: 'Which store?',
  options: [{ label: 'Files' }, { label: 'SQLite' }],
}
const owner: AskUserQuestionItem = { id: 'owner', header: 'Owner', question: 'Who owns it?' }
const roomy = [
  [40, 24],

  [100, 30],
  [60, 20],
  [80, 24],
] as const
const tight = [
  [30, 9],
  [20, 6],
] as const
const skipped = hasTmux() ? '' : ' (skipped: tmux is not installed here)'

function expectSane(window: Window): void {
  expect(window.isSane()).toBe(true)
  expect(window.isCursorShown()).toBe(true)
}

describe.skipIf(skipped !== '')(`in tmux${skipped}`, () => {
  test('takes a batch: words after a wrong choice was corrected, several with words, lines of text, one skipped', async () => {
    const window = new Window({ asks: [[store, targets, why, owner]] })
    await window.ready('> ( ) 1. Files')
    window.press('Enter')
    await window.ready('[? Which targets]')
    window.press('Space', 'Down', 'Down', 'Space', 'End')
    window.type('bsd, 也要')
    await window.waitFor('[x]    bsd, 也要')
    window.press('Enter')
    await window.ready('Enter go on')
    window.press('Enter')
    await window.ready('[? Why]')
    window.type('first line')
    window.press('C-j')
    window.type('second line')
    await window.waitFor('second line')
    window.press('BTab', 'BTab')
    await window.ready('> (*) 1. Files')
    window.press('End')
    window.type('Postgres')
    await window.ready('> (*)    Postgres')
    window.press('Enter')
    await window.ready('[? Owner]')
    window.press('Tab')
    await window.ready('! 1 question has no answer and will be skipped.')
    expect(window.text()).toContain(`\
This is what will be sent:
  + Storage: "Postgres"
  + Which targets: linux; win; "bsd, 也要"
  + Why: "first line↵second line"
  - Owner: (skipped)
> Send`)
    window.press('Enter')
    await window.waitFor('rc=0')
    const answers = [
      { id: 'store', selected: [], custom: 'Postgres' },
      { id: 'm', selected: ['linux', 'win'], custom: 'bsd, 也要' },
      { id: 'why', selected: [], custom: 'first line\nsecond line' },
      { id: 'owner', selected: [] },
    ]
    expect(window.transcript().replace(/\n/g, '')).toContain(`RESULT ${JSON.stringify({ answers })}`)
    expect(window.transcript()).not.toContain('The agent asks')
    expectSane(window)
  })

  test.each([
    ['it is cancelled', {}, (window: Window) => window.press('C-c'), 'RESULT ASK_CANCELLED', 0],
    ['its deadline passes', { deadlineMs: 1500 }, () => {}, 'RESULT ASK_EXPIRED', 0],
    ['it is killed by SIGTERM', {}, (window: Window) => window.kill('SIGTERM'), 'above', 143],
    ['it is killed by SIGHUP', {}, (window: Window) => window.kill('SIGHUP'), 'above', 129],
  ] as const)('leaves the terminal as it was when %s', async (_, rest, end, said, code) => {
    const window = new Window({ asks: [[store, why]], ...rest })
    await window.waitFor('> ( ) 1. Files')
    expect(window.isCursorShown()).toBe(false)
    end(window)
    expect(await window.waitFor(`rc=${code}`)).toContain(said)
    expect(window.text()).not.toMatch(/The agent asks|> \( \)/)
    expectSane(window)
  })

  test('has one form on the screen, and no whole one above it, in a window that changes its size', async () => {
    const window = new Window({ asks: [[{ ...store, detail: 'A detail of some length.\n\n- with a list' }, why]] })
    await window.ready('> ( ) 1. Files')
    window.press('Down')
    await window.waitFor('> ( ) 2. SQLite')
    for (const [columns, rows] of roomy) {
      window.resize(columns, rows)
      await window.ready('> ( ) 2. SQLite')
      expect(window.text().match(/The agent asks/g)).toHaveLength(1)
      // tmux moves as many rows up as come into being when it breaks lines, so the first ones may be there twice.
      expect(window.transcript().match(/Your own words/g)).toHaveLength(1)
    }
    for (const [columns, rows] of tight) {
      window.resize(columns, rows)
      expect((await window.ready('SQLite')).match(/Which( store|\nstore)/g)).toHaveLength(1)
    }
    window.resize(80, 24)
    await window.ready('Esc dismiss')
    expect(window.text()).toMatch(/> \( \) 2\. SQLite\n {2}\( \) {4}Your own words\n\nEnter choose .*$/)
    expect(window.text().match(/The agent asks/g)).toHaveLength(1)
    window.press('C-c')
    await window.waitFor('rc=0')
    expect(window.transcript()).toMatch(/^above\n/)
    expect(window.text()).not.toContain('> ( )')
  })
})
