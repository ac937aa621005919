import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createStdioProvider, isInputEnded, isNoAnswer } from '../src/index.ts'
import { HandMadeAsk, listenersOn, Page, Seat, settle } from './seat.ts'

const which: AskUserQuestionItem = { id: 'a', question: 'Which one?', options: [{ label: 'Alpha' }, { label: 'Beta' }] }
const why: AskUserQuestionItem = { id: 'why', question: 'Why?' }
const log: AskUserQuestionItem = { id: 'log', question: 'Paste the log' }

afterEach(() => void vi.unstubAllEnvs())

describe('a person at the keyboard', () => {
  test('is asked, corrected, asked on, and told what was sent', async () => {
    const seat = new Seat()
    const { result, pending } = seat.ask([which, why], { agent: { id: 'migrator' } as never })
    expect(seat.page.look()).toBe(`\
Question 1 of 2. Asked by agent migrator.
Which one?
  1. Alpha
  2. Beta
Type 1-2, a label or your own words. /skip /cancel /help
Answer: `)
    expect(await seat.type('3\n')).toBe(`3
3 is out of range: the options go from 1 to 2. Nothing was taken from that line.
Answer: `)
    expect(await seat.type('2\n')).toBe(`2
Noted: Beta

Question 2 of 2. Asked by agent migrator.
Why?
Type your answer. /skip /back /cancel /help
Answer: `)
    expect(await seat.type('/multi\n')).toBe(`/multi
Type your lines. A single . ends them, /back drops them, /cancel dismisses all.
Line 1: `)
    expect(await seat.type('because\n')).toBe('because\nLine 2: ')
    expect(await seat.type('  I say so\n.\n')).toBe(`  I say so
Line 3: .

Sent:
  Which one: Beta
  Why: "because I say so"
{"answers":[{"id":"a","selected":["Beta"]},{"id":"why","selected":[],"custom":"because\\n  I say so"}]}
`)
    expect(await result).toEqual([
      { id: 'a', selected: ['Beta'] },
      { id: 'why', selected: [], custom: 'because\n  I say so' },
    ])
    expect(pending.keptAlive).toBe(6)
  })

  test('dismisses the request and sees what was not sent', async () => {
    const seat = new Seat()
    const { result } = seat.ask([which, why])
    await seat.type('2\n')
    expect(await seat.type('/cancel\n')).toBe(`/cancel
Dismissed. Nothing was chosen and nothing was sent.
Not sent:
  Which one: Beta
`)
    expect(await result).toMatchObject({ name: 'UserInteractionError', code: 'ASK_CANCELLED' })
  })

  test('sees a deadline in words, and that nothing was chosen when it has passed', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
    const seat = new Seat()
    const pending = Object.assign(new HandMadeAsk(), { deadlineAt: 1_300_000 })
    const result = seat.provider.ask({ questions: [which, why] }, pending).catch((error: unknown) => error)
    vi.useRealTimers()
    expect(seat.page.look()).toContain('Answer within 5 minutes; each line you enter starts the time anew.')
    expect(await seat.type('1\n')).not.toContain('Answer within')
    pending.end('ASK_EXPIRED')
    expect(await result).toMatchObject({ code: 'ASK_EXPIRED' })
    expect(seat.page.look()).toBe(`
The time is up. Nothing was chosen and nothing was sent.
Not sent:
  Which one: Alpha
`)
  })

  test('is asked in the language of the environment', () => {
    vi.stubEnv('LC_ALL', 'zh_CN.UTF-8')
    const page = new Page()
    const provider = createStdioProvider({ input: new Seat().input, output: page })
    void provider.ask({ questions: [why] }, new HandMadeAsk())
    expect(page.text).toContain('请输入回答。')
  })
})

describe('lines that arrive together', () => {
  test('answer the questions that follow, within an ask and across asks, each once', async () => {
    const seat = new Seat()
    const first = seat.ask([which, why])
    await seat.type('1\nbecause\n2\n/skip\nleft over\n')
    expect(await first.result).toMatchObject([{ selected: ['Alpha'] }, { selected: [], custom: 'because' }])
    expect(await seat.ask([which]).result).toEqual([{ id: 'a', selected: ['Beta'] }])
    expect(await seat.ask([why]).result).toEqual([{ id: 'why', selected: [] }])
    expect(await seat.ask([log]).result).toEqual([{ id: 'log', selected: [], custom: 'left over' }])
    const last = seat.ask([which])
    await settle()
    expect(last.outcome()).toBe('open')
  })

  test('may have come before anything was asked', async () => {
    const seat = new Seat()
    await seat.type('2\nx\n')
    expect(await seat.ask([which, why]).result).toMatchObject([{ selected: ['Beta'] }, { custom: 'x' }])
  })

  test.each([
    ['line feeds', '2\nx\n'],
    ['carriage returns and line feeds', '2\r\nx\r\n'],
    ['carriage returns', '2\rx\r'],
    ['a byte order mark in front', '\ufeff2\nx\n'],
  ])('end with %s', async (_, typed) => {
    const seat = new Seat()
    const { result } = seat.ask([which, why])
    await seat.type(typed)
    expect(await result).toEqual([
      { id: 'a', selected: ['Beta'] },
      { id: 'why', selected: [], custom: 'x' },
    ])
  })

  test('are put together again, whatever the chunks they come in', async () => {
    const seat = new Seat()
    const { result } = seat.ask([why, which])
    for (const byte of Buffer.from('für 审计\r\n2\r\n')) {
      seat.input.write(Buffer.from([byte]))
      await settle()
    }
    expect(await result).toEqual([
      { id: 'why', selected: [], custom: 'für 审计' },
      { id: 'a', selected: ['Beta'] },
    ])
  })

  test('are one text when they are sent as one', async () => {
    const seat = new Seat()
    const { result } = seat.ask([log, which])
    await seat.type('/multi\nline one\nline two\n1 error\n.\n2\n')
    expect(await result).toEqual([
      { id: 'log', selected: [], custom: 'line one\nline two\n1 error' },
      { id: 'a', selected: ['Beta'] },
    ])
  })

  test('choose nothing where an option only says "other"', async () => {
    const seat = new Seat()
    const { result } = seat.ask([{ ...which, options: [{ label: 'SQLite' }, { label: 'Other' }] }])
    expect(await seat.type('2\n')).toContain('"Other" needs your own words. Type them, or /back.\nAnswer: ')
    await seat.type('DuckDB\n')
    expect(await result).toEqual([{ id: 'a', selected: [], custom: 'DuckDB' }])
  })
})

describe('the end of input', () => {
  test.each([
    ['', 'why', ''],
    ['nonsense\n9\n', 'a', '; 1 line was no answer to it'],
    ['\n/help\n', 'why', '; 2 lines were no answer to it'],
    ['/multi\nhalf a text\n', 'why', ''],
  ])('after %j rejects the ask that is up, naming its question', async (typed, id, after) => {
    const seat = new Seat()
    const { result } = seat.ask([why, which, { ...which, id: 'last' }])
    seat.input.end(typed)
    const error = await result
    expect(error).toMatchObject({ code: 'PROVIDER_FAILED', cause: { name: 'InputEnded' } })
    expect((error as Error).message).toBe(`input ended before question "${id}" was answered${after}`)
    expect([isInputEnded(error), isNoAnswer(error)]).toEqual([true, after !== ''])
    expect(seat.page.look()).toContain('The input ended before an answer. Nothing was chosen and nothing was sent.\n')
  })

  test('shows what was answered and not sent', async () => {
    const seat = new Seat()
    const { result } = seat.ask([which, why])
    seat.input.end('2\n')
    await result
    expect(seat.page.look()).toContain('Nothing was chosen and nothing was sent.\nNot sent:\n  Which one: Beta\n')
  })

  test('rejects what is asked later, without showing it', async () => {
    const seat = new Seat()
    seat.input.end()
    await seat.ask([which]).result
    seat.page.look()
    expect(isInputEnded(await seat.ask([why]).result)).toBe(true)
    expect(seat.page.look()).toBe('')
  })

  test('comes after the last line, even one without a line end', async () => {
    const seat = new Seat()
    const { result } = seat.ask([which, why])
    seat.input.end('2\nbecause')
    expect(await result).toEqual([
      { id: 'a', selected: ['Beta'] },
      { id: 'why', selected: [], custom: 'because' },
    ])
  })

  test('is also that of a stream that fails, is destroyed, or was over before', async () => {
    const failing = new Seat()
    const { result } = failing.ask([which])
    failing.input.destroy(new Error('read EIO'))
    expect(await result).toMatchObject({ code: 'PROVIDER_FAILED', cause: { cause: { message: 'read EIO' } } })

    const destroyed = new Seat()
    const open = destroyed.ask([which])
    destroyed.input.destroy()
    expect(isInputEnded(await open.result)).toBe(true)

    const over = Readable.from([])
    over.resume()
    await settle()
    expect(isInputEnded(await new Seat({ input: over }).ask([which]).result)).toBe(true)
  })

  test('is told to whoever watches whether somebody can answer', async () => {
    const seat = new Seat()
    const heard: boolean[] = []
    const stop = seat.provider.watchAnswerable((answerable) => heard.push(answerable))
    seat.input.end()
    await seat.ask([which]).result
    expect(heard).toEqual([true, false])
    stop()
    seat.provider.watchAnswerable((answerable) => heard.push(answerable))()
    expect(heard).toEqual([true, false, false])
  })

  test('is known by its message too, which is all that the tool runtime keeps', () => {
    expect(isInputEnded({ message: 'input ended before question "a" was answered' })).toBe(true)
    for (const other of [undefined, null, 'x', {}, new Error('input ended'), { message: 1 }]) {
      expect(isInputEnded(other)).toBe(false)
    }
  })
})

describe('a producer that does not listen', () => {
  test('is held once a line is used', async () => {
    let produced = 0
    const input = new Readable({
      read() {
        this.push('2\n'.repeat(1000))
        produced++
      },
    })
    const seat = new Seat({ input })
    expect(await seat.ask([which]).result).toEqual([{ id: 'a', selected: ['Beta'] }])
    await settle()
    const sofar = produced
    await settle()
    expect(produced).toBe(sofar)
    expect(await seat.ask([which]).result).toEqual([{ id: 'a', selected: ['Beta'] }])
  })

  test('fails the ask after a hundred lines in a row that are no answer', async () => {
    const seat = new Seat({
      input: new Readable({
        read() {
          this.push('9\n'.repeat(1000))
        },
      }),
    })
    const error = await seat.ask([which]).result
    expect(error).toMatchObject({
      code: 'PROVIDER_FAILED',
      message: 'question "a" was not answered: 100 lines in a row were no answer to it',
    })
    expect(seat.page.text.match(/out of range/g)).toHaveLength(100)
    expect([isInputEnded(error), isNoAnswer(error)]).toEqual([false, true])
  })

  test('fails the ask when it never ends its line', async () => {
    const seat = new Seat({
      input: new Readable({
        read() {
          this.push('x'.repeat(60_000))
        },
      }),
    })
    const error = await seat.ask([why]).result
    expect(error).toMatchObject({ cause: { cause: { message: 'a line is longer than 16777216 bytes' } } })
  })
})

describe('an ask that ends without an answer', () => {
  test.each([
    ['en', 'Answered on web.\nNot sent:\n  Which one: Beta\n'],
    ['zh', '已在 web 上回答。\n没有发送：\n  Which one：Beta\n'],
  ] as const)('says where it was answered instead, whoever tells endings: %s', async (lang, said) => {
    const seat = new Seat({ lang, endings: false })
    const { pending, result } = seat.ask([which, why])
    await seat.type('2\n')
    pending.end('ASK_ABORTED', 'web')
    expect(await result).toBe(pending.signal.reason)
    expect(seat.page.look()).toContain(said)
  })

  test('says that it was dismissed where another surface says so, and nothing of an answer', async () => {
    const seat = new Seat()
    const { pending, result } = seat.ask([which, why])
    pending.end('ASK_CANCELLED', 'web')
    expect(await result).toBe(pending.signal.reason)
    expect(seat.page.look()).toContain('Dismissed')
    expect(seat.page.look()).not.toContain('Answered')
  })

  test('is taken down in words, and what had been answered is shown as not sent', async () => {
    const seat = new Seat()
    const { pending, result } = seat.ask([which, why])
    await seat.type('2\n')
    pending.end()
    expect(await result).toBe(pending.signal.reason)
    expect(seat.page.look()).toBe(`
The question was withdrawn. Nothing was chosen and nothing was sent.
Not sent:
  Which one: Beta
`)
  })

  test.each<[string, AskUserQuestionItem[], string]>([
    ['in the middle of a line', [why], 'half a wo'],
    ['among several lines', [which], '/multi\n1\n2\n'],
    ['before the words for "other"', [{ ...which, options: [{ label: 'Other' }] }], '1\n'],
    ['before a reply', [which, why], '/reply\n'],
    ['at its second question', [which, why], '2\n'],
  ])('%s lets none of it answer the next one', async (_, questions, typed) => {
    const seat = new Seat()
    const first = seat.ask(questions)
    await seat.type(typed)
    first.pending.end()
    const second = seat.ask([which, why])
    await settle()
    expect(second.outcome()).toBe('open')
    await seat.type(`${typed.endsWith('\n') ? '' : 'rd\n'}1\nanswer\n`)
    expect(second.outcome()).toEqual([
      { id: 'a', selected: ['Alpha'] },
      { id: 'why', selected: [], custom: 'answer' },
    ])
  })

  test('drops the rest of a line that was begun for it, and says so', async () => {
    const seat = new Seat()
    const first = seat.ask([which])
    await seat.type('1')
    first.pending.end()
    const second = seat.ask([which])
    await settle()
    seat.page.look()
    expect(await seat.type('2\n')).toBe(`
Not sent, because it was typed for a question that is gone:
  12
Answer: `)
    expect(second.outcome()).toBe('open')
    await seat.type('2\n')
    expect(second.outcome()).toEqual([{ id: 'a', selected: ['Beta'] }])
  })

  test('drops what arrives between it and the next one', async () => {
    const seat = new Seat()
    const first = seat.ask([which])
    await settle()
    first.pending.end()
    await seat.type('1\n2\n')
    seat.page.look()
    const second = seat.ask([which])
    await settle()
    expect(seat.page.look()).toMatch(/^Not sent, because it was typed .*:\n {2}1\n {2}2\n\nWhich one\?\n/)
    expect(second.outcome()).toBe('open')
    await seat.type('2\n')
    expect(second.outcome()).toEqual([{ id: 'a', selected: ['Beta'] }])
  })

  test('drops a line that comes in the same moment', async () => {
    const seat = new Seat()
    const first = seat.ask([which])
    await settle()
    seat.input.write('1\n1\n')
    first.pending.end()
    expect(await first.result).toMatchObject({ code: 'ASK_ABORTED' })
    const second = seat.ask([which])
    expect(second.outcome()).toBe('open')
    await seat.type('2\n')
    expect(second.outcome()).toEqual([{ id: 'a', selected: ['Beta'] }])
  })

  test('drops the rest of a line that was begun before the next one', async () => {
    const seat = new Seat()
    const first = seat.ask([which])
    await settle()
    first.pending.end()
    await seat.type('x\n1')
    const second = seat.ask([which])
    await seat.type('1\n2\n')
    expect(second.outcome()).toEqual([{ id: 'a', selected: ['Beta'] }])
  })

  test('keeps what was piped ahead and lay ready before it had to wait', async () => {
    const seat = new Seat()
    seat.input.write('2\n1\n')
    const first = seat.ask([which])
    first.pending.end()
    await first.result
    expect(await seat.ask([which]).result).toEqual([{ id: 'a', selected: ['Beta'] }])
    expect(await seat.ask([which]).result).toEqual([{ id: 'a', selected: ['Alpha'] }])
  })

  test('keeps nothing at a terminal, where whatever lies ready was typed for what was seen before', async () => {
    const seat = new Seat()
    const terminal = new Seat({ input: Object.assign(seat.input, { isTTY: true }) })
    seat.input.write('2\n1\n')
    const first = terminal.ask([which])
    first.pending.end()
    await first.result
    const second = terminal.ask([which])
    await settle()
    expect(second.outcome()).toBe('open')
    seat.input.write('2\n')
    expect(await second.result).toEqual([{ id: 'a', selected: ['Beta'] }])
  })

  test('is the last to be typed to: what another reader takes while nothing is asked answers nothing', async () => {
    const seat = new Seat()
    const first = seat.ask([which])
    await seat.type('1\n')
    await first.result
    const heard: string[] = []
    const listen = (chunk: Buffer): void => void heard.push(chunk.toString())
    seat.input.on('data', listen).resume()
    await seat.type('2\nchat\n')
    seat.input.off('data', listen).pause()
    expect(heard).toEqual(['2\nchat\n'])
    const second = seat.ask([which])
    await settle()
    expect(second.outcome()).toBe('open')
    await seat.type('2\n')
    expect(second.outcome()).toEqual([{ id: 'a', selected: ['Beta'] }])
  })

  test('is not shown at all when it has ended before', async () => {
    const seat = new Seat()
    const pending = new HandMadeAsk()
    pending.end()
    await expect(seat.provider.ask({ questions: [which] }, pending)).rejects.toBe(pending.signal.reason)
    expect(seat.page.text).toBe('')
  })

  test('says so at once, before whatever is asked in the same tick', async () => {
    const seat = new Seat()
    const first = seat.ask([which])
    first.pending.end()
    const second = seat.ask([why])
    expect(seat.page.text).toMatch(/Answer: \nThe question was withdrawn\.[^\n]*\n\nWhy\?\n/)
    await seat.type('x\n')
    expect(second.outcome()).toEqual([{ id: 'why', selected: [], custom: 'x' }])
  })
})

describe('the output', () => {
  test('has no escape sequence and no bare carriage return, whatever is shown', async () => {
    const seat = new Seat()
    const { result } = seat.ask([which, why])
    await seat.type('9\n2\n/back\n1\n/multi\n\u001b[31mred\u001b[0m\n.\n')
    await result
    // oxlint-disable-next-line no-control-regex
    expect(seat.page.text).not.toMatch(/[\u001b\r]/)
  })

  test.each([
    ['a terminal', true, {}, true],
    ['no terminal', false, {}, false],
    ['NO_COLOR', true, { NO_COLOR: '1' }, false],
    ['ACCESSIBLE', true, { ACCESSIBLE: '1' }, false],
    ['a dumb terminal', true, { TERM: 'dumb' }, false],
  ])('with %s is coloured or not as it should be', (_, isTTY, env, colored) => {
    vi.stubEnv('TERM', 'xterm')
    vi.stubEnv('NO_COLOR', '')
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    const page = Object.assign(new Page(), { isTTY })
    void new Seat({ output: page }).ask([which])
    expect(page.text.includes('\u001b[1mWhich one?')).toBe(colored)
  })

  test('that fails is an error of its own, not a crash', async () => {
    const seat = new Seat()
    const { result } = seat.ask([which])
    seat.page.destroy(new Error('write EPIPE'))
    expect(await result).toMatchObject({
      code: 'PROVIDER_FAILED',
      message: 'the stream for questions cannot be written',
      cause: { message: 'write EPIPE' },
    })
    expect(await seat.ask([which]).result).toMatchObject({ code: 'PROVIDER_FAILED' })
    expect(isInputEnded(await result)).toBe(false)
  })
})

describe('closing', () => {
  test('ends the open ask, leaves both streams open and no listener on either', async () => {
    const seat = new Seat()
    const before = listenersOn(seat.input, seat.page)
    const answered = seat.ask([which])
    await seat.type('1\n')
    await answered.result
    const { pending, result } = seat.ask([which])
    expect(listenersOn(seat.input, seat.page)).toBeGreaterThan(before)
    seat.provider.close()
    seat.provider.close()
    expect(await result).toMatchObject({ code: 'PROVIDER_GONE' })
    expect(seat.page.text.endsWith('The question was withdrawn. Nothing was chosen and nothing was sent.\n')).toBe(true)
    expect(listenersOn(seat.input, seat.page, pending.signal, answered.pending.signal)).toBe(before)
    expect([seat.input.destroyed, seat.input.readableFlowing, seat.page.writable]).toEqual([false, false, true])
    expect(await seat.ask([which]).result).toMatchObject({ code: 'PROVIDER_GONE' })
  })

  test('before the first ask touches neither stream', () => {
    const seat = new Seat()
    const before = [listenersOn(seat.input, seat.page), seat.input.readableFlowing]
    seat.provider.close()
    expect([listenersOn(seat.input, seat.page), seat.input.readableFlowing]).toEqual(before)
  })
})
