/** The command in this process, against the real Loader, with streams in memory. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { main } from '../src/main.ts'
import { run, TestHost } from './host.ts'

let folder: string
const file = (name: string): string => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ask-user-'))
  const database = { id: 'db', question: 'Which database?', options: ['Postgres', 'SQLite'] }
  await writeFile(file('one.json'), JSON.stringify(database))
  await writeFile(file('two.json'), JSON.stringify([database, { id: 'why', question: 'Why?' }]))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
afterEach(() => void vi.useRealTimers())

describe('an answer', () => {
  it('goes to standard output as one line of compact JSON, the prompts to standard error', async () => {
    const { code, out, err } = await run(['--provider', 'stdio', file('two.json')], { stdin: '2\none file\n' })
    expect(out).toBe('{"answers":[{"id":"db","selected":["SQLite"]},{"id":"why","selected":[],"custom":"one file"}]}\n')
    expect(err).toContain('Which database?\n  1. Postgres\n  2. SQLite\n')
    expect(code).toBe(0)
  })

  it('may be the file of an earlier run', async () => {
    const first = await run(['--provider', 'stdio', file('two.json')], { stdin: '2\none file\n' })
    await writeFile(file('earlier.json'), first.out)
    const second = await run(['--answers', file('earlier.json'), file('two.json')])
    expect(second).toMatchObject({ code: 0, out: first.out, err: '' })
  })

  it.each([
    ['one label', ['-q', 'Deploy now?', '-o', 'Yes', '-o', 'No: wait for QA'], '2\n', 'No: wait for QA\n'],
    ['several', ['-q', 'Where?', '-o', 'linux', '-o', 'mac', '-o', 'win', '-m'], '3 1\n', 'linux\nwin\n'],
    ['text', ['-q', 'Why?'], '  because  \n', '  because  \n'],
    ['two questions', ['-q', 'A?', '-o', 'x', '-q', 'B?'], '1\ny\n', 'x\ny\n'],
  ])('is plain text, one line each, on demand: %s', async (_, argv, stdin, out) => {
    expect(await run([...argv, '--plain', '--provider', 'stdio'], { stdin })).toMatchObject({ code: 0, out })
  })

  it('keeps option texts that look like something else literal', async () => {
    const argv = ['-q', '--help', '-o', '-v', '-o', '--version', '-o', '$(id)', '--describe', '-m']
    const { code, out, err } = await run([...argv, '--provider', 'stdio'], { stdin: '1\n' })
    expect({ code, out }).toEqual({ code: 0, out: '{"answers":[{"id":"q1","selected":["-v"]}]}\n' })
    expect(err).toContain('--help\n  1. -v\n  2. --version\n  3. $(id) - -m\n')
  })

  it('may leave a question out, but not when plain text is asked for', async () => {
    const argv = ['-q', 'A?', '-q', 'B?', '--provider', 'stdio']
    expect(await run(argv, { stdin: '/skip\nb\n' })).toMatchObject({
      code: 0,
      out: '{"answers":[{"id":"q1","selected":[]},{"id":"q2","selected":[],"custom":"b"}]}\n',
    })
    const plain = await run([...argv, '--plain'], { stdin: '/skip\nb\n' })
    expect(plain).toMatchObject({ code: 1, out: '' })
    expect(plain.err).toMatch(/Skipped: .*\n$/)
  })

  it('is an error when standard output is closed to it', async () => {
    const stdout = new Writable({ write: (_chunk, _encoding, done) => done(new Error('write EPIPE')) })
    const { code, err } = await run(['-q', 'A?', '--answer', 'q1=b'], { stdout })
    expect(code).toBe(5)
    expect(err).toContain('could not be written to standard output: write EPIPE')
  })
})

describe('questions', () => {
  it.each([
    ['an object with a list', '{"questions":[{"id":"a","question":"A?"}]}'],
    ['a list', '[{"id":"a","question":"A?"}]'],
    ['one question', '{"id":"a","question":"A?"}'],
    ['with a byte order mark', '\uFEFF{"id":"a","question":"A?"}'],
  ])('come from standard input as %s', async (_, stdin) => {
    const out = '{"answers":[{"id":"a","selected":[],"custom":"x"}]}\n'
    expect(await run(['--answer', 'a=x'], { stdin })).toMatchObject({ code: 0, out })
    expect(await run(['-', '--answer', 'a=x'], { stdin })).toMatchObject({ code: 0, out })
  })

  it.each([
    ['nothing', '', 'standard input is empty: there is nothing to ask'],
    ['white space', ' \n', 'standard input is empty: there is nothing to ask'],
    ['half a text', '{"questions":[', 'standard input is not JSON'],
    ['a number', '7', 'holds no questions; expected {"questions": [...]}, a list, or one question'],
    ['no question', '[]', 'ask_user_question requires at least one question'],
    ['a wrong type', '[{"id":"a","question":7}]', 'questions[0].question must be a string, got 7'],
    ['a repeated id', '[{"id":"a","question":"A?"},{"id":"a","question":"B?"}]', 'questions[1].id repeats'],
    ['a blank label', '[{"id":"a","question":"A?","options":[" "]}]', 'options[0].label must show something'],
    ['an old key', '{"questions":null}', 'questions must be an array'],
  ])('are refused before anything is shown: %s', async (_, stdin, message) => {
    const { code, out, err } = await run(['--answer', 'a=x'], { stdin })
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(message)
    expect(err).toContain('See ask-user --help.')
  })

  it('are refused when they are no UTF-8 or no file', async () => {
    await writeFile(file('latin1.json'), Buffer.from('{"id":"a","question":"\xe9?"}', 'latin1'))
    expect((await run([file('latin1.json')])).err).toContain('latin1.json" is not UTF-8 text')
    expect((await run([folder])).err).toContain('cannot be read: EISDIR')
    expect((await run([folder])).code).toBe(2)
  })

  it('reach the terminal without their control characters', async () => {
    const { err } = await run(['-q', 'A\u001b]0;x\u0007B\u009b2J?', '--provider', 'stdio'], { stdin: 'x\n' })
    // oxlint-disable-next-line no-control-regex
    expect(err).not.toMatch(/[\u001b\u0007\u0080-\u009f]/)
  })
})

describe('--confirm', () => {
  it.each([
    ['the yes by number', '1\n', 0, '{"answers":[{"id":"confirm","selected":["Yes"]}]}\n'],
    ['the yes by its label', 'Yes\n', 0, '{"answers":[{"id":"confirm","selected":["Yes"]}]}\n'],
    ['the no', '2\n', 1, ''],
    ['text that sounds like a yes', 'yes please\n', 1, ''],
    ['what nearly is a yes', 'y\nyes\nYES\n是\n/text Yes\n/reply Yes\n', 1, ''],
    ['what nearly is a yes, too often', 'y\n'.repeat(200), 1, ''],
    ['the yes after what nearly is one', 'y\nYes\n', 0, '{"answers":[{"id":"confirm","selected":["Yes"]}]}\n'],
    ['a skipped question', '/skip\n', 1, ''],
    ['a dismissal', '/cancel\n', 1, ''],
    ['the end of input', '', 3, ''],
  ])('ends with 0 only for one explicit yes: %s', async (_, stdin, code, out) => {
    const argv = ['--confirm', 'Deploy to production?', '--provider', 'stdio']
    expect(await run(argv, { stdin })).toMatchObject({ code, out })
  })

  it('asks again in words, without a receipt of what nobody gets', async () => {
    const { err } = await run(['--confirm', 'Deploy?', '--provider', 'stdio'], { stdin: 'y\nNo\n' })
    expect(err).toBe(`\
Deploy?
  1. Yes
  2. No
Type 1 (Yes) or 2 (No). /skip /cancel /help
Answer: y
Only the options are answers here. Type 1 (Yes) or 2 (No).
Answer: No
Not confirmed: only the option Yes is a yes.
`)
  })

  it('keeps its labels in every language and says what they mean', async () => {
    const { err, code } = await run(['--confirm', '部署？', '--lang', 'zh', '--provider', 'stdio'], { stdin: 'Yes\n' })
    expect(err).toContain('部署？\n  1. Yes - 是\n  2. No - 否\n')
    expect(code).toBe(0)
  })
})

describe('--only-options', () => {
  const argv = ['-q', 'Deploy?', '-o', 'Yes', '-o', 'No', '--only-options', '--plain', '--provider', 'stdio']

  it('asks again after text, says why, and takes the option', async () => {
    const { code, out, err } = await run(argv, { stdin: 'well\n2\n' })
    expect({ code, out }).toEqual({ code: 0, out: 'No\n' })
    expect(err).toContain('Answer: well\nOnly the options are answers here. Type 1 (Yes) or 2 (No).\nAnswer: 2\n')
    expect(err.split('Deploy?')).toHaveLength(2)
  })

  it('asks again only what was answered in words', async () => {
    const two = ['-q', 'A?', '-o', 'a', '-q', 'B?', '-o', 'b', '-o', 'c', '-m', '--only-options', '--provider', 'stdio']
    const { out, err } = await run(two, { stdin: '1\nother\n1,2\n' })
    expect(out).toBe('{"answers":[{"id":"q1","selected":["a"]},{"id":"q2","selected":["b","c"]}]}\n')
    expect(err.split('A?')).toHaveLength(2)
  })

  it('gives up on whoever only ever types text, without choosing', async () => {
    expect(await run(argv, { stdin: 'well\n'.repeat(50) })).toMatchObject({ code: 3, out: '' })
    expect(await run(argv, { stdin: 'well\n'.repeat(200) })).toMatchObject({ code: 5, out: '' })
  })

  it('refuses passed text at once as bad usage, without repeating it', async () => {
    await writeFile(file('text.json'), '{"answers":[{"id":"db","selected":[],"custom":"hunter2"}]}')
    const { code, out, err } = await run([file('one.json'), '--only-options', '--answers', file('text.json')])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('question "db" must be answered with one of its options')
    expect(err).not.toContain('hunter2')
  })
})

describe('the exit code', () => {
  it.each([
    ['is 1 for a dismissal', ['-q', 'A?', '--provider', 'stdio'], '/cancel\n', 1, 'Dismissed'],
    ['is 2 for a file that is not there', ['nowhere.json'], '', 2, '"nowhere.json" cannot be read: ENOENT'],
    ['is 2 for no option', ['-q', 'A?', '-o', 'x', '-o', 'y', '--answer', 'q1=z'], '', 2, 'the options "x", "y"\n'],
    ['is 2 for a missing answer file', ['-q', 'A?', '--answers', 'nowhere.json'], '', 2, 'cannot be read: ENOENT'],
    ['is 2 for a missing composition', ['-q', 'A?', '--config', 'nowhere.yml'], '', 2, 'cannot be read: ENOENT'],
    ['is 3 when the input ends', ['-q', 'A?', '--provider', 'stdio'], '', 3, 'input ended before question "q1"'],
    ['is 3 for a question that the answers leave out', ['-q', 'A?', '--answer', 'q2=y'], '', 3, 'no answer for "q1"'],
    ['is 3 when standard input is both', ['--provider', 'stdio'], '[{"id":"a","question":"A?"}]', 3, 'carried the'],
    ['is 3 in CI when standard input is both', [], '[{"id":"a","question":"A?"}]', 3, 'with CI set no terminal'],
  ])('%s', async (_, argv, stdin, expected, message) => {
    const { code, out, err } = await run(argv, { stdin, env: { CI: '1' } })
    expect({ code, out }).toEqual({ code: expected, out: '' })
    expect(err).toContain(message)
  })

  it('is 2 for an answer file that is none, without repeating what it says', async () => {
    await writeFile(file('broken.json'), '{"answers": hunter2')
    const { code, err } = await run(['-q', 'A?', '--answers', file('broken.json')])
    expect(code).toBe(2)
    expect(err).toContain('not JSON')
    expect(err).not.toContain('hunter2')
  })

  it('is 4 when nobody types before the deadline', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const host = new TestHost({ tty: true })
    const code = main(['-q', 'A?', '--deadline', '5m'], host)
    await host.shown('Answer: ')
    host.stdin.write('half an answer')
    await vi.advanceTimersByTimeAsync(300_000)
    expect(await code).toBe(4)
    expect(host.out).toBe('')
    expect(host.err.split('nothing was chosen')).toHaveLength(2)
    expect(host.err).toContain('Nobody answered in time')
  })
})

describe('an end without an answer', () => {
  it.each([
    [
      'a dismissal',
      ['-q', 'A?', '-q', 'B?'],
      'x\n/cancel\n',
      'Answer: /cancel\nNot sent:\n  A: "x"\nDismissed: nothing was chosen.\n',
    ],
    [
      'the end of input',
      ['-q', 'A?'],
      '',
      'Answer: \nNobody can answer: input ended before question "q1" was answered\n',
    ],
  ])('is told once: %s', async (_, argv, stdin, end) => {
    const { err } = await run([...argv, '--provider', 'stdio'], { stdin })
    expect(err).toContain(end)
    expect(err).not.toContain('Nothing was chosen')
  })

  it('at a terminal comes without the advice to use one', async () => {
    const host = new TestHost({ tty: true })
    const code = main(['-q', 'A?'], host)
    await host.shown('Answer: ')
    host.stdin.end()
    expect(await code).toBe(3)
    expect(host.err.endsWith('Answer: \nThe input ended before an answer: nothing was chosen.\n')).toBe(true)
  })
})

describe('fields that the tool does not read', () => {
  it('are told with their paths, and the questions are asked all the same', async () => {
    const options = [{ label: 'x', describe: 'd' }, 'y']
    const question = { id: 'a', question: 'A?', multiselect: true, detial: 'd', multiSelect: true, options }
    const { code, err } = await run(['--answer', 'a=x'], { stdin: JSON.stringify([question]) })
    expect(code).toBe(0)
    expect(err).toBe(
      'Ignored, for the tool has no such field: questions[0].multiselect, questions[0].detial, '
        + 'questions[0].options[0].describe (ask-user schema prints what it has)\n',
    )
  })
})

describe('in CI', () => {
  it('gives up after 30 seconds without a line, naming what to pass', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const host = new TestHost({ env: { CI: 'true' } })
    const code = main(['-q', 'A?'], host)
    await host.shown('Answer: ')
    host.stdin.write('half a line')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await code).toBe(3)
    expect(host.err).toMatch(/^CI is set: without a line on standard input within 30 seconds this ends with 3\.\n/)
    expect(host.err).toContain('with CI set, 30 seconds without a line on standard input are the limit')
    expect(host.err).not.toContain('withdrawn')
    expect(host.err).toContain('--answers FILE or --answer ID=LABEL')
    expect(host.out).toBe('')
  })

  it('waits for ever once somebody has typed a line', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const host = new TestHost({ env: { CI: 'true' } })
    const code = main(['-q', 'A?', '-q', 'B?'], host)
    await host.shown('Answer: ')
    host.stdin.write('a\n')
    await host.shown('B?')
    await vi.advanceTimersByTimeAsync(3_600_000)
    host.stdin.write('b\n')
    expect(await code).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
    expect(host.stdin.listenerCount('data')).toBe(0)
  })

  it.each(['', '0', 'false'])('is not where CI is %j', async (CI) => {
    const host = new TestHost({ env: { CI }, tty: true })
    const code = main(['-q', 'A?'], host)
    await host.shown('Answer: ')
    host.stdin.write('a\n')
    expect(await code).toBe(0)
  })
})

describe('a signal', () => {
  const signals = [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const
  it.each(signals)('%s takes the question down and ends with %i', async (name, expected) => {
    const host = new TestHost({ tty: true })
    const code = main(['-q', 'A?'], host)
    await host.shown('Answer: ')
    host.emit(name, name)
    expect(await code).toBe(expected)
    expect(host.out).toBe('')
    expect(host.exited).toBeUndefined()
    const said = name === 'SIGINT' ? 'You stopped it' : 'Stopped from outside'
    expect(host.err).toContain(`Answer: \n${said}: nothing was chosen.\n`)
    expect(host.err.endsWith(`${said}: nothing was chosen.\n`)).toBe(true)
  })

  it('ends the process at once when it comes twice', async () => {
    const host = new TestHost({ tty: true })
    const code = main(['-q', 'A?'], host)
    await host.shown('Answer: ')
    host.emit('SIGINT', 'SIGINT')
    host.emit('SIGINT', 'SIGINT')
    expect(host.exited).toBe(130)
    expect(await code).toBe(130)
  })

  it('comes too late for an answer that is out', async () => {
    const host: TestHost = new TestHost({
      stdout: new Writable({
        write(_chunk, _encoding, done) {
          host.emit('SIGINT', 'SIGINT')
          done()
        },
      }),
    })
    expect(await main(['-q', 'A?', '--answer', 'q1=x'], host)).toBe(0)
  })

  it('is heard while the questions are read', async () => {
    const host = new TestHost()
    const code = main(['-'], host)
    setImmediate(() => host.emit('SIGTERM', 'SIGTERM'))
    expect(await code).toBe(143)
  })

  it('is listened to no longer than the command runs', async () => {
    const { host } = await run(['-q', 'A?', '--answer', 'q1=x'])
    expect(host.eventNames()).toEqual([])
    expect(host.stderr.listenerCount('error')).toBe(0)
  })
})
