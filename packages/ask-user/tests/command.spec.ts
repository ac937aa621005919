/** The command as a process: pipes, no terminal, signals, streams that close. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ended, said, shell, start } from './child.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'command-'))
  await writeFile(
    join(folder, 'q.json'),
    JSON.stringify([
      { id: 'a', question: 'Which one?', options: ['Alpha', 'Beta'] },
      { id: 'b', question: 'Why?' },
    ]),
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const questions = (): string => join(folder, 'q.json')

describe('through a pipe', () => {
  it('answers from the lines and leaves one line on standard output', async () => {
    const child = start(['--provider', 'stdio', questions()])
    child.stdin.end('2\nno newline')
    const { out, err, status } = await ended(child)
    expect(out).toBe('{"answers":[{"id":"a","selected":["Beta"]},{"id":"b","selected":[],"custom":"no newline"}]}\n')
    expect(err).toContain('Which one?')
    expect(status).toBe(0)
  })

  it('takes lines where there is no terminal, and one line for a question from an endless producer', async () => {
    const { out, status } = await ended(shell(`yes 2 | $ASK -q 'Which one?' -o Alpha -o Beta --plain`))
    expect({ out, status }).toEqual({ out: 'Beta\n', status: 0 })
  })

  it('ends with 3 at the end of input, invalid lines included', async () => {
    const nothing = await ended(shell(`$ASK ${questions()} < /dev/null`))
    expect(nothing).toMatchObject({ out: '', status: 3 })
    expect(nothing.err).toContain('input ended before question "a" was answered')
    expect(await ended(shell(`echo 99 | $ASK ${questions()}`))).toMatchObject({ out: '', status: 3 })
  })

  it('ends with 3 when standard input carried the questions and there is no terminal', async () => {
    const { out, err, status } = await ended(shell(`cat ${questions()} | $ASK`))
    expect({ out, status }).toEqual({ out: '', status: 3 })
    expect(err).toContain('and there is no terminal')
    expect(err).toContain('--answers FILE or --answer ID=LABEL')
  })

  it('fails in words when whoever reads standard output has gone', async () => {
    const { err } = await ended(shell(`{ $ASK -q 'Why?' --answer q1=x; echo "rc=$?" >&2; } | true`))
    expect(err).toContain('could not be written to standard output')
    expect(err).toContain('rc=5')
  })

  it('ends in words, not in a crash, when whoever reads the prompts has gone', async () => {
    const line = `echo 1 | $ASK -q 'Which?' -o Alpha --provider stdio 2> >(:); echo "rc=$?"`
    expect((await ended(shell(line))).out).toBe('rc=5\n')
  })
})

describe('a signal', () => {
  const signals = [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const
  it.each(signals)('%s ends it with %i while standard input stays open', async (signal, status) => {
    const child = start(['-q', 'Why?', '--provider', 'stdio'])
    const end = ended(child)
    await said(child, 'Answer: ')
    child.kill(signal)
    expect(await end).toMatchObject({ out: '', status })
  })
})

it('keeps what plugins print off standard output', async () => {
  const loud = fileURLToPath(new URL('compositions/loud.yml', import.meta.url))
  const { out, err, status } = await ended(start(['-q', 'Why?', '--config', loud, '--plain']))
  expect({ out, status }).toEqual({ out: 'because\n', status: 0 })
  expect(err).toContain('printed\n')
  expect(err).toContain('logged')
})

it.each(['', 'true'])('lets a program that calls ask() end by itself, its input still open, with CI=%j', async (CI) => {
  const index = fileURLToPath(new URL('../src/index.ts', import.meta.url))
  await writeFile(
    join(folder, 'program.mjs'),
    `
import { ask } from ${JSON.stringify(index)}
const answer = await ask({ questions: [{ id: 'why', question: 'Why?' }] })
console.log(answer.answers[0].custom)
`,
  )
  const program = shell(`$NODE ${join(folder, 'program.mjs')}`, { CI })
  program.stdin.write('because\n')
  expect(await ended(program)).toMatchObject({ out: 'because\n', status: 0 })
})
