import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderEnding, renderLate, renderReceipt, renderReplied } from '../src/receipt.ts'
import { type AskFacts, createLook, renderFault, renderQuestion } from '../src/render.ts'
import { advance, beginSession, type Session } from '../src/session.ts'

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
Type a number from 1 to 2 or a label, or answer in your own words, then press Enter.
/skip leaves this out, /cancel dismisses everything, /multi takes several lines,
/text WORDS is taken as it is, /reply WORDS answers the whole request at once.
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
Type numbers such as 1,3 or labels, or answer in your own words, then press Enter.
/skip leaves this out, /cancel dismisses everything, /multi takes several lines,
/text WORDS is taken as it is, /reply WORDS answers the whole request at once.
`)
  })

  test('names the commands in short from the second on', () => {
    expect(show(after([db, why], '1'))).toBe(`
Question 2 of 2.
Why now?
Type your answer, then press Enter.
Commands: /skip, /back, /cancel, /text, /multi, /reply.
`)
  })

  test('shows the answer it has when it is come back to', () => {
    expect(show(after([db, checks, why], '2', '3,1', '/back'))).toContain(
      '\nYour answer so far: Unit tests; Load test. A new one replaces it.\n',
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
    expect(pick(1, false)).toContain('Type 1 or a label, or')
    expect(pick(1, true)).toContain('Type 1 or labels, or')
    expect(pick(2, true)).toContain('Type numbers such as 1,2 or')
    expect(pick(3, true)).toContain('Type numbers such as 1,3 or')
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
请输入编号（例如 1,3）或选项文字，可多选；也可以直接用自己的话回答，然后按回车。
/skip 跳过这一题，/cancel 全部不回答，/multi 输入多行，
/text 文字 原样作为回答，/reply 文字 一次回复整个请求。
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
          ...renderReceipt([question], { answers }, en, true),
          ...renderReplied([], answers, en),
          ...renderEnding('withdrawn', [question], answers, en),
          ...renderLate([one, two], en),
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
    expect(lines.at(-1)?.startsWith('\u001b[2m/text ')).toBe(true)
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
    expect(screen(renderReceipt([db, checks, why], answer, en, true))).toBe(`
Sent to the agent:
  Database: PostgreSQL
  Which checks must pass: (skipped)
  Why now: "after the "audit""
${JSON.stringify(answer)}
`)
    expect(screen(renderReceipt([why], { answers: [{ id: 'why', selected: [], custom: '审计之后' }] }, zh, true)))
      .toBe(`
已发送给智能体：
  Why now: “审计之后”
{"answers":[{"id":"why","selected":[],"custom":"审计之后"}]}
`)
  })

  test('stays the JSON that the agent gets where a terminal must not have the characters', () => {
    const answers = [{ id: 'why', selected: [], custom: '\u001b[2J\u009b1m \u202e\ud800 ok\u2028' }]
    const json = renderReceipt([why], { answers }, en, true).at(-1) ?? ''
    // oxlint-disable-next-line no-control-regex
    expect(json).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\p{Bidi_Control}\p{Cs}]/u)
    expect(JSON.parse(json)).toEqual({ answers })
  })

  test('shortens a long text for the person but not in the JSON', () => {
    const custom = 'x'.repeat(1000)
    const [, line, json] = renderReceipt([why], { answers: [{ id: 'why', selected: [], custom }] }, en, true)
    expect(line).toBe(`  Why now: "${'x'.repeat(199)}…"`)
    expect(json).toContain(custom)
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
    expect(screen(renderEnding('expired', [db, why], drafts, en))).toBe(`
The time is up. Nothing was chosen and nothing was sent.
Not sent:
  Database: PostgreSQL
  Why now: "half a thought"
`)
    expect(renderEnding('dismissed', [db], [], en)).toEqual(['Dismissed. Nothing was chosen and nothing was sent.'])
  })

  test('counts late lines rather than flooding the screen with them', () => {
    expect(
      screen(
        renderLate(
          Array.from({ length: 9 }, (_, index) => `line ${index}`),
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
})

test('says in words why a line was no answer', () => {
  expect(renderFault({ kind: 'out-of-range', part: '9', count: 3 }, en)).toBe(
    '9 is out of range: the options go from 1 to 3. Nothing was taken from that line.',
  )
  expect(renderFault({ kind: 'no-option', part: 'foo' }, en)).toBe(
    '"foo" is neither a number nor a label. Nothing was taken from that line. To send it as text, put /text in front.',
  )
  expect(renderFault({ kind: 'empty' }, zh)).toBe('空行不算回答。请输入回答，或用 /skip 跳过这一题。')
})
