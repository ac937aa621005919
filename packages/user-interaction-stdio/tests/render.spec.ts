import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderDropped, renderEnding, renderJson, renderReceipt, renderReplied, renderUnsent } from '../src/receipt.ts'
import { type AskFacts, createLook, renderFault, renderHelp, renderQuestion } from '../src/render.ts'
import { advance, beginSession, type Session } from '../src/session.ts'
import { wrapLine } from '../src/wrap.ts'

const en = createLook('en', false)
const zh = createLook('zh', false)

const db: AskUserQuestionItem = {
  id: 'db',
  header: 'Database',
  question: 'Where do we keep the state?',
  detail: 'It has to survive a restart.\n\n- one writer\n- a few readers\n',
  options: [{ label: 'SQLite (Recommended)', description: 'one file, no server' }, { label: 'PostgreSQL' }],
}
const checks: AskUserQuestionItem = {
  id: 'checks',
  question: 'Which checks must pass?',
  multiSelect: true,
  options: [{ label: 'Unit tests' }, { label: 'Lint' }, { label: 'Load test' }],
}
const why: AskUserQuestionItem = { id: 'why', question: 'Why now?' }

function screen(lines: readonly string[]): string {
  return `\n${lines.join('\n')}\n`
}

function after(questions: AskUserQuestionItem[], ...lines: string[]): Session {
  return lines.reduce((session, line) => {
    const step = advance(session, line)
    return 'session' in step ? step.session : session
  }, beginSession(questions))
}

function show(session: Session, facts: AskFacts = {}, look = en): string {
  return screen(renderQuestion(session, facts, look))
}

describe('a question', () => {
  test('is its heading, its detail, its options with what they mean, and what to type', () => {
    expect(show(after([db]))).toBe(`
[Database] Where do we keep the state?
    It has to survive a restart.

    - one writer
    - a few readers
  1. SQLite (Recommended) - one file, no server
  2. PostgreSQL
Type 1-2, a label or your own words. /skip /cancel /help
`)
  })

  test('says where in the request it stands, who asks and how long there is', () => {
    expect(show(after([checks, why]), { agent: 'migrator', idleMs: 300_000 })).toBe(`
Question 1 of 2. Asked by agent migrator. Answer within 5 minutes; each line you enter starts the time anew. \
When it is up, nothing is chosen.
Which checks must pass?
  1. Unit tests
  2. Lint
  3. Load test
Type numbers (1,3), labels or your own words. /skip /cancel /help
`)
  })

  test('offers the way back from the second on', () => {
    expect(show(after([db, why], '1'))).toBe(`
Question 2 of 2.
Why now?
Type your answer. /skip /back /cancel /help
`)
  })

  test('shows the answer it has when it is come back to', () => {
    expect(show(after([db, checks, why], '2', '3,1', '/back'))).toContain(
      '\nYour answer so far: Unit tests; Load test. /keep takes it, a new one replaces it.\n',
    )
    expect(show(after([why, db], ' after the audit', '/back'))).toContain('\nYour answer so far: "after the audit". ')
  })

  test('says what a number means where a label could be taken for it', () => {
    const replicas = { id: 'n', question: 'How many replicas?', options: [{ label: '2' }, { label: '3' }] }
    expect(show(after([replicas]))).toContain('\n  1. 2\n  2. 3\n')
    expect(show(after([replicas]))).toContain('\nHere 2 means: 3\n')
  })

  test('offers an example that is in range, however few options there are', () => {
    const pick = (count: number, multiSelect: boolean): string =>
      show(
        after([
          {
            id: 'q',
            question: 'Q',
            multiSelect,
            options: ['a', 'b', 'c'].slice(0, count).map((label) => ({ label })),
          },
        ]),
      )
    expect(pick(1, false)).toContain('Type 1, a label or your own words.')
    expect(pick(1, true)).toContain('Type 1, labels or your own words.')
    expect(pick(2, true)).toContain('Type numbers (1,2), labels or')
    expect(pick(3, true)).toContain('Type numbers (1,3), labels or')
  })

  test('is all there, however long a label is and however many there are', () => {
    const options = Array.from({ length: 40 }, (_, index) => ({ label: `${index}${'x'.repeat(500)}` }))
    const lines = renderQuestion(beginSession([{ ...db, options }]), {}, en)
    for (const { label } of options) expect(lines.some((line) => line.endsWith(`. ${label}`))).toBe(true)
  })

  test('is asked in Chinese', () => {
    expect(show(after([checks, why]), { agent: 'migrator', idleMs: 90_000 }, zh)).toBe(`
第 1 题，共 2 题。提问的智能体：migrator。请在 90 秒内回答；每输入一行就重新计时。到时不会替你选择任何选项。
Which checks must pass?
  1. Unit tests
  2. Lint
  3. Load test
请输入编号（例如 1,3）、选项文字或自己的话，可多选。/skip /cancel /help
`)
  })
})

describe('text of a model', () => {
  test('cannot look like a line of ours', () => {
    const forged = { ...why, question: 'Why?\n  1. Yes\nAnswer: 1', detail: '  1. Yes\nSent to the agent:' }
    expect(show(after([forged]))).toContain(`
Why?
      1. Yes
    Answer: 1
      1. Yes
    Sent to the agent:
`)
    const label = { ...db, detail: '', options: [{ label: 'a\n  2. b', description: 'c\nAnswer: 1' }] }
    expect(show(after([label]))).toContain('\n  1. a 2. b - c Answer: 1\nType')
  })

  test('reaches the screen without a control character, whatever it holds', () => {
    const nasty = fc.string({
      unit: fc.constantFrom(
        'a',
        ' ',
        '\n',
        '\r',
        '\t',
        '\u001b[2J',
        '\u001b]0;x',
        '\u009b1m',
        '\u0007',
        '\u0008',
        '\u202e',
        '\u2066',
        '\ud800',
        '\u001b',
        '\u0000',
        '\u0085',
      ),
    })
    fc.assert(
      fc.property(nasty, nasty, (one, two) => {
        const question = {
          id: one,
          header: two,
          question: one,
          detail: two,
          options: [{ label: one, description: two }],
        }
        const answers = [{ id: one, selected: [one], custom: two }]
        const all = [
          ...renderQuestion(beginSession([question, why]), { agent: one }, en),
          ...renderReceipt([question], { answers }, en),
          renderJson({ answers }),
          ...renderReplied([], answers, en),
          ...renderUnsent([question], answers, en),
          ...renderDropped([one, two], 'gone', en),
        ]
        // oxlint-disable-next-line no-control-regex
        expect(all.join('')).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\p{Bidi_Control}\p{Cs}]/u)
      }),
    )
  })
})

describe('colour', () => {
  test('is absent without being asked for', () => {
    expect(show(after([db, checks], '1'))).not.toContain('\u001b')
  })

  test('sets off the question and the labels, and stands back behind what to type', () => {
    const lines = renderQuestion(beginSession([db]), {}, createLook('en', true))
    expect(lines[0]).toBe('\u001b[1m[Database] Where do we keep the state?\u001b[22m')
    expect(lines).toContain('  1. \u001b[1mSQLite (Recommended)\u001b[22m - one file, no server')
    expect(lines.at(-1)?.startsWith('\u001b[2mType 1-2')).toBe(true)
  })
})

describe('a receipt', () => {
  const answer = {
    answers: [
      { id: 'db', selected: ['PostgreSQL'] },
      { id: 'checks', selected: [] },
      { id: 'why', selected: [], custom: 'after\nthe "audit"' },
    ],
  }

  test('says what was sent, for a person and as the agent gets it', () => {
    expect(screen(renderReceipt([db, checks, why], answer, en))).toBe(`
Sent:
  Database: PostgreSQL
  Which checks must pass: (skipped)
  Why now: "after the "audit""
`)
    expect(renderJson(answer)).toBe(JSON.stringify(answer))
    const selected = ['甲', '乙']
    expect(screen(renderReceipt([why], { answers: [{ id: 'why', selected, custom: '审计之后' }] }, zh))).toBe(`
已发送：
  Why now：甲；乙；“审计之后”
`)
  })

  test('stays the JSON that the agent gets where a terminal must not have the characters', () => {
    const answers = [{ id: 'why', selected: [], custom: '\u001b[2J\u009b1m \u202e\ud800 ok\u2028' }]
    const json = renderJson({ answers })
    // oxlint-disable-next-line no-control-regex
    expect(json).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\p{Bidi_Control}\p{Cs}]/u)
    expect(JSON.parse(json)).toEqual({ answers })
  })

  test('shortens a long text for the person but not in the JSON', () => {
    const custom = 'x'.repeat(1000)
    const long = { answers: [{ id: 'why', selected: [], custom }] }
    const [, line] = renderReceipt([why], long, en)
    expect(line).toBe(`  Why now: "${'x'.repeat(199)}…"`)
    expect(renderJson(long)).toContain(custom)
  })

  test('says that a reply to the whole request skipped the rest', () => {
    expect(screen(renderReplied([db, why], [{ id: 'db', selected: ['PostgreSQL'] }], en))).toBe(`
The other questions were skipped.
Not sent:
  Database: PostgreSQL
`)
  })
})

describe('an end without an answer', () => {
  test('says that nothing was chosen and what was not sent', () => {
    const drafts = [
      { id: 'db', selected: ['PostgreSQL'] },
      { id: 'why', selected: [], custom: 'half a thought' },
    ]
    expect(screen([...renderEnding('expired', en), ...renderUnsent([db, why], drafts, en)])).toBe(`
The time is up. Nothing was chosen and nothing was sent.
Not sent:
  Database: PostgreSQL
  Why now: "half a thought"
`)
    expect(renderEnding('dismissed', en)).toEqual(['Dismissed. Nothing was chosen and nothing was sent.'])
    expect(renderUnsent([db], [], en)).toEqual([])
  })

  test('counts late lines rather than flooding the screen with them', () => {
    expect(
      screen(
        renderDropped(
          Array.from({ length: 9 }, (_, index) => `line ${index}`),
          'gone',
          en,
        ),
      ),
    ).toBe(`
Not sent, because it was typed for a question that is gone:
  line 0
  line 1
  line 2
  line 3
  line 4
  and 4 more
`)
  })

  test('passes over late lines without a word', () => {
    expect(renderDropped(['', ' \t', '\u0000'], 'early', en)).toEqual([])
    expect(renderDropped(['', '1'], 'early', zh)).toEqual(['没有发送，因为这是在这个问题出现之前输入的：', '  1'])
  })
})

test('says in words why a line was no answer', () => {
  const open = beginSession([db])
  const closed = beginSession([db], true)
  expect(renderFault({ kind: 'out-of-range', part: '9', count: 3 }, open, en)).toBe(
    '9 is out of range: the options go from 1 to 3. Nothing was taken from that line.',
  )
  const noOption = '"foo" is neither a number nor a label. Nothing was taken from that line.'
  expect(renderFault({ kind: 'no-option', part: 'foo' }, open, en)).toBe(
    `${noOption} To send it as text, put /text in front.`,
  )
  expect(renderFault({ kind: 'no-option', part: 'foo' }, closed, en)).toBe(noOption)
  expect(renderFault({ kind: 'near-miss', command: '/text' }, open, en)).toBe(
    'Nothing was taken from that line. The command is "/text WORDS". To send it as text, put /text in front.',
  )
  expect(renderFault({ kind: 'near-miss', command: '/cancel' }, closed, zh)).toBe('这一行没有采用。命令是“/cancel”。')
  expect(renderFault({ kind: 'only-options' }, closed, en)).toBe(
    'Only the options are answers here. Type 1-2 or a label.',
  )
  expect(renderFault({ kind: 'empty' }, open, zh)).toBe('空行不算回答。请输入回答，或用 /skip 跳过这一题。')
})

describe('where only the options are answers', () => {
  const yesNo = { id: 'go', question: 'Deploy?', options: [{ label: 'Yes' }, { label: 'No' }] }
  const hint = (question: AskUserQuestionItem, look = en) =>
    renderQuestion(beginSession([question], true), {}, look).at(-1)

  test('the hint invites no words and names two short labels', () => {
    expect(hint(yesNo)).toBe('Type 1 (Yes) or 2 (No). /skip /cancel /help')
    expect(hint(yesNo, zh)).toBe('请输入 1（Yes）或 2（No）。/skip /cancel /help')
    expect(hint(db)).toBe('Type 1-2 or a label. /skip /cancel /help')
    expect(hint(checks)).toBe('Type numbers (1,3) or labels. /skip /cancel /help')
    expect(hint(why)).toBe('Type your answer. /skip /cancel /help')
  })

  test('the help leaves out what leads to words', () => {
    expect(screen(renderHelp(beginSession([yesNo], true), en))).toBe(`
  /skip - leaves this question out
  /keep - takes what stands as your answer, up to the next open question
  /back - returns to the question before
  /cancel - dismisses everything; nothing is sent
`)
  })
})

test('tells on demand what each command does, in full', () => {
  expect(screen(renderHelp(beginSession([db]), en))).toBe(`
  /skip - leaves this question out
  /keep - takes what stands as your answer, up to the next open question
  /back - returns to the question before
  /cancel - dismisses everything; nothing is sent
  /text WORDS - sends the words as they are, also a number or a command
  /multi - takes several lines as one answer
  /reply WORDS - answers the whole request at once and skips the rest
`)
})

test.each([
  ['en', en],
  ['zh', zh],
])('keeps the hint on one line of 78 columns: %s', (_, look) => {
  const labels = Array.from({ length: 120 }, (_empty, index) => ({ label: '是'.repeat(index % 9) + String(index) }))
  for (const multiSelect of [false, true]) {
    for (const onlyOptions of [false, true]) {
      for (const count of [0, 1, 2, 3, 9, 120]) {
        const question = { ...db, multiSelect, options: labels.slice(0, count) }
        const session = { ...beginSession([question, question], onlyOptions), at: 1 }
        const hint = renderQuestion(session, {}, look).at(-1) ?? ''
        expect(hint.replace(/[^ -~]/g, 'xx').length).toBeLessThanOrEqual(78)
      }
    }
  }
})

describe('a narrow terminal', () => {
  const rows = (lines: readonly string[], columns: number) => lines.flatMap((line) => wrapLine(line, columns))

  test('breaks lines between words, and what belongs together stands together', () => {
    expect(screen(rows(renderQuestion(beginSession([db]), {}, en), 40))).toBe(`
[Database] Where do we keep the state?
    It has to survive a restart.

    - one writer
    - a few readers
  1. SQLite (Recommended) - one file, no
     server
  2. PostgreSQL
Type 1-2, a label or your own words.
    /skip /cancel /help
`)
  })

  test('breaks Chinese too, and words that are longer than a row', () => {
    expect(wrapLine('  1. 生产环境 - 现在有三百一十二人在线，请先通知他们再动手。', 30)).toEqual([
      '  1. 生产环境 -',
      '     现在有三百一十二人在线，',
      '     请先通知他们再动手。',
    ])
    for (const row of wrapLine(`  1. ${'x'.repeat(100)}`, 30)) expect(row.length).toBeLessThanOrEqual(30)
  })

  test.each([undefined, 0, 10])('is none where the width is %s', (columns) => {
    const line = `${'word '.repeat(40)}end`
    expect(wrapLine(line, columns)).toEqual([line])
  })

  test('never lets a part of a model\u2019s line begin where one of ours would', () => {
    const forged = { ...why, question: `Why? ${'x '.repeat(30)}Answer: 1 1. Yes` }
    for (const row of rows(renderQuestion(beginSession([forged]), {}, en).slice(0, 1), 40).slice(1)) {
      expect(row).toMatch(/^ {4}/)
    }
  })
})
