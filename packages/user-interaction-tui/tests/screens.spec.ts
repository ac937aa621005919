/** Screens as a person sees them, at the sizes that terminals have. */
import { describe, expect, test } from 'vitest'
import { Desk } from './desk.ts'
import { batch, files, keys, store, targets } from './questions.ts'

const { down, enter, end, tab, ctrlR } = keys

describe('at 80x24', () => {
  test('asks the first of three questions', async () => {
    const desk = new Desk()
    await desk.ask(batch)
    expect(await desk.look()).toBe(`\
? The agent asks
[? Storage] ? Checks  ? Notes  Review

[Storage] Which database should the service use?
  The service keeps sessions only.

  - about 2 GB
  - one writer, see db/README.md

> ( ) 1. Postgres [recommended]
         Managed, three replicas, backups every hour.
  ( ) 2. SQLite
         One file next to the service; nothing to run.
  ( )    Your own words

Enter choose   Up/Down move   Tab skip   Esc dismiss   n yes, but...   1-9 mark`)
  })

  test('shows the second with words beside the checks, in Chinese', async () => {
    const desk = new Desk({ lang: 'zh' })
    await desk.ask(batch)
    expect(await desk.type(enter, ' ', end, '审计')).toBe(`\
? 智能体提问
 + Storage [+ Checks] ? Notes  核对

[Checks] Which checks must pass?

  [x] 1. Unit tests
  [ ] 2. Load test
> [x]    审计

回车 保留   Tab 下一题   Esc 离开   Ctrl-J 换行   Ctrl-C 取消   Ctrl-R 整体回复`)
  })

  test('takes several lines for the third, and reviews before sending', async () => {
    const desk = new Desk()
    const ask = await desk.ask(batch)
    expect(await desk.type(enter, tab, 'Faster starts.\nFewer surprises.')).toBe(`\
? The agent asks
 + Storage  - Checks [+ Notes] Review

[Notes] What should the release notes say?

> (*)    Faster starts.
         Fewer surprises.

Enter go on   Tab next   Esc leave   Ctrl-J new line   Ctrl-C cancel`)
    expect(await desk.type(enter)).toBe(`\
? The agent asks
 + Storage  - Checks  + Notes [Review]

This is what will be sent:
  + Storage: Postgres (Recommended)
  - Checks: (skipped)
  + Notes: "Faster starts.↵Fewer surprises."
> Send
! 1 question has no answer and will be skipped.

Enter send   Up/Down move   Esc back   Ctrl-C cancel   Ctrl-R reply instead`)
    await desk.type(enter)
    expect(await desk.look()).toBe(`\
Sent to the agent:
  Storage: Postgres (Recommended)
  Checks: (skipped)
  Notes: "Faster starts.↵Fewer surprises."
{"answers":[{"id":"store","selected":["Postgres (Recommended)"]},{"id":"checks",
"selected":[]},{"id":"notes","selected":[],"custom":"Faster starts.\\nFewer surpr
ises."}]}`)
    expect(ask.outcome()).toMatchObject([
      { selected: ['Postgres (Recommended)'] },
      { selected: [] },
      { custom: 'Faster starts.\nFewer surprises.' },
    ])
  })

  test('goes from the review back to a question', async () => {
    const desk = new Desk()
    await desk.ask(batch)
    expect(await desk.type(enter, tab, tab, keys.up, keys.up, enter)).toContain('[- Checks]')
    expect(await desk.type(tab, tab, keys.escape)).toContain('[- Notes]')
  })

  test('replies to all of it with one text, after a look at what will be sent', async () => {
    const desk = new Desk()
    const ask = await desk.ask(batch)
    expect(await desk.type(enter, ctrlR, 'Ask me tomorrow.', enter)).toBe(`\
? The agent asks
 + Storage [? Checks] ? Notes  Review

Only this will be sent:
  Ask me tomorrow.

It is sent as the answer to "Checks". The other 2 are skipped.

Enter send   Esc back   Ctrl-C cancel`)
    expect(ask.outcome()).toBe('open')
    await desk.type(enter)
    expect(await ask.ended).toEqual([
      { id: 'store', selected: [] },
      { id: 'checks', selected: [], custom: 'Ask me tomorrow.' },
      { id: 'notes', selected: [] },
    ])
    expect(await desk.look()).toMatch(
      /^Sent to the agent:\n {2}Checks: "Ask me tomorrow\."\nThe other questions were skipped\.\nNot sent:\n {2}Storage: Postgres/,
    )
  })
})

describe('at 40x12', () => {
  test('keeps question, focus and hints, and says what is left out', async () => {
    const desk = new Desk({ columns: 40, rows: 12 })
    await desk.ask(batch)
    expect(await desk.look()).toBe(`\
? The agent asks
[? Storage] ? Checks  ? Notes  Review
[Storage] Which database should the
service use?
  The service keeps sessions only.
… 3 more lines, PgUp/PgDn
> ( ) 1. Postgres [recommended]
         Managed, three replicas,
         backups every hour.
v ( ) 2. SQLite
Enter choose   Up/Down move
PgDn read on   Tab skip   Esc dismiss`)
  })

  test('does so in Chinese', async () => {
    const desk = new Desk({ columns: 40, rows: 12, lang: 'zh' })
    await desk.ask([{ ...targets, question: '发布前哪些目标必须构建成功？', header: '目标' }])
    expect(await desk.type(' ', down)).toBe(`\
? 智能体提问
[目标] 发布前哪些目标必须构建成功？
  [x] 1. linux
> [ ] 2. mac
  [ ] 3. win
  [ ]    用自己的话回答
回车 发送   上/下 移动   空格 勾选
Tab 下一题   Esc 不回答   n 同意，但是…`)
  })
})

test('fits 20x6', async () => {
  const desk = new Desk({ columns: 20, rows: 6 })
  await desk.ask([store])
  expect(await desk.type(down)).toBe(`\
Which store?
  ( ) Files
> ( ) SQLite
  ( ) Redis
  ( ) Your own wor…
Enter choose  Ctrl-C`)
})

describe('whatever the size', () => {
  test.each([
    [10, 4],
    [20, 6],
    [1, 1],
    [3, 2],
    [200, 60],
    [0, 0],
    [40, 12],
  ])('%ix%i can be answered', async (columns, rows) => {
    const desk = new Desk({ columns, rows })
    const ask = await desk.ask([targets])
    await desk.type(' ', enter)
    expect(await ask.ended).toEqual([{ id: 'm', selected: ['linux'] }])
  })

  test('an unknown size is 80x24', async () => {
    const known = new Desk()
    await known.ask(batch)
    const unknown = new Desk({ columns: 0, rows: 0 })
    await unknown.ask(batch)
    expect(await unknown.look()).toBe(await known.look())
  })
})

describe('text that is longer than its place', () => {
  test('is read to its last word: the description of the option with the focus', async () => {
    const desk = new Desk({ columns: 60, rows: 24 })
    const description = `${'word '.repeat(68)}LASTWORD`
    await desk.ask([
      { id: 'a', question: 'Which way?', options: [{ label: 'Rewrite', description }, { label: 'Patch' }] },
    ])
    expect(await desk.look()).toContain('LASTWORD')
    expect(await desk.type(down)).not.toContain('LASTWORD')
  })

  test('is read to its last word by pages where even that is higher than the screen', async () => {
    const desk = new Desk({ columns: 40, rows: 10 })
    const description = `${'word '.repeat(150)}LASTWORD`
    await desk.ask([
      { id: 'a', question: 'Which way?', options: [{ label: 'Rewrite', description }, { label: 'Patch' }] },
    ])
    let screen = await desk.look()
    for (let page = 0; page < 20 && !screen.includes('LASTWORD'); page++) screen = await desk.type(keys.pageDown)
    expect(screen).toContain('LASTWORD')
  })

  test('is read from first to last line without losing the options: details', async () => {
    const desk = new Desk({ columns: 60, rows: 20 })
    const detail = Array.from({ length: 60 }, (_, index) => `line-${String(index + 1).padStart(2, '0')}`).join('\n')
    await desk.ask([{ id: 'a', question: 'Read, then choose', detail, options: [{ label: 'ok' }, { label: 'no' }] }])
    const seen = new Set<string>()
    let screen = await desk.look()
    expect(screen).toContain('line-01')
    for (let page = 0; page < 30; page++) {
      for (const [line] of screen.matchAll(/line-\d\d/g)) seen.add(line)
      expect(screen).toContain('> ( ) 1. ok')
      screen = await desk.type(keys.pageDown)
    }
    expect(seen.size).toBe(60)
    for (let page = 0; page < 30; page++) screen = await desk.type(keys.pageUp)
    expect(screen).toContain('line-01')
  })
})

describe('states', () => {
  test('are told by characters: without colour there is not one style in the bytes', async () => {
    const desk = new Desk({ env: { NO_COLOR: '1' } })
    await desk.ask([targets])
    expect(await desk.type(' ', down)).toContain('  [x] 1. linux\n> [ ] 2. mac\n  [ ] 3. win')
    // oxlint-disable-next-line no-control-regex
    expect(desk.bytes).not.toMatch(/\u001b\[[0-9;]*m/)
  })

  test('are the same text with colour', async () => {
    const plain = new Desk({ color: false })
    const colored = new Desk({ color: true })
    for (const desk of [plain, colored]) await desk.ask(batch)
    expect(await colored.type(down, ' ')).toBe(await plain.type(down, ' '))
    expect(colored.bytes).toContain('\u001b[1m')
  })
})

test('never draws past the edge, whatever emoji the labels hold', async () => {
  const desk = new Desk({ columns: 24, rows: 20 })
  const labels = ['ℹ️ info', '👨‍👩‍👧 family', '🇩🇪 de', '👨‍👩‍👧'.repeat(20)]
  await desk.ask([{ id: 'a', question: 'Team?', options: labels.map((label) => ({ label })) }])
  expect((await desk.look()).split('\n').filter((line) => /^[> ] \( \)/.test(line))).toHaveLength(5)
})

test('counts down in the last part of a deadline, and any key starts it anew', async () => {
  const desk = new Desk()
  const ask = await desk.ask([store], { deadlineMs: 400_000 })
  expect(await desk.look()).not.toContain('left')
  desk.clock.pass(310_000)
  expect(await desk.look()).toContain('? The agent asks  1:30 left, any key starts it anew')
  desk.clock.pass(30_000)
  expect(await desk.look()).toContain('1:00 left')
  ask.pending.deadlineAt = desk.clock.now() + 400_000
  expect(await desk.type(down)).not.toContain('left')
  expect(ask.pending.keptAlive).toBe(1)
})

test('writes no more bytes a key for two thousand options than for ten', async () => {
  const perKey = async (count: number): Promise<number> => {
    const desk = new Desk()
    await desk.ask([files(count)])
    await desk.look()
    const before = desk.bytes.length
    for (let step = 0; step < 5; step++) await desk.type(down)
    return desk.bytes.length - before
  }
  expect(await perKey(2000)).toBeLessThanOrEqual((await perKey(10)) + 5 * 12)
})

describe('a plan for review', () => {
  const plan = {
    id: 'plan',
    header: 'Plan',
    question: 'Shall I go ahead?',
    detail:
      '# Move sessions to SQLite\n\n1. Add the table `sessions`\n2. Write both stores for one release\n3. Read from SQLite\n4. Remove the old store\n\n## Risks\n\n- **Locking**: one writer\n- Backups: a nightly copy\n\n## Not in it\n\n- Metrics',
    options: [
      { label: 'Approve', description: 'I start at once.' },
      { label: 'Change it (Recommended)', description: 'Tell me what to change.' },
      { label: 'Reject' },
    ],
    intent: { kind: 'plan-review' as const, approve: 'Approve' },
  }

  test('stands under a heading, with more rows than the list, and the option that approves is marked', async () => {
    const desk = new Desk()
    await desk.ask([plan])
    expect(await desk.look()).toBe(`\
? The agent asks

[Plan] Shall I go ahead?

The plan
  Move sessions to SQLite

  1. Add the table sessions
  2. Write both stores for one release
  3. Read from SQLite
  4. Remove the old store

  Risks

… 6 more lines, PgUp/PgDn

> ( ) 1. Approve
         I start at once.
  ( ) 2. Change it [recommended]
         Tell me what to change.
  ( ) 3. Reject
  ( )    Your own words

Enter choose   Up/Down move   PgDn read on   Tab skip   Esc dismiss`)
    expect(await desk.type(keys.pageDown)).toContain('Metrics')
  })

  test('is marked in Chinese and in a narrow window, and nothing is chosen beforehand', async () => {
    const desk = new Desk({ columns: 40, rows: 12, lang: 'zh' })
    const ask = await desk.ask([plan])
    expect(await desk.look()).toBe(`\
? 智能体提问
[Plan] Shall I go ahead?
计划
  Move sessions to SQLite

  1. Add the table sessions
… 还有 12 行，PgUp/PgDn 翻页
> ( ) 1. Approve
         I start at once.
v ( ) 2. Change it [推荐]
回车 选择   上/下 移动   PgDn 往下读
Tab 跳过   Esc 不回答   n 同意，但是…`)
    desk.clock.pass(1_000_000)
    expect(ask.outcome()).toBe('open')
  })

  test('is answered by its label, byte for byte', async () => {
    const desk = new Desk()
    const ask = await desk.ask([plan])
    await desk.type(keys.enter)
    expect(await ask.ended).toEqual([{ id: 'plan', selected: ['Approve'] }])
  })
})
