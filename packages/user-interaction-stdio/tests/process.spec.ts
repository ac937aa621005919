/** Real processes and real pipes; the plugin is mounted by the real Loader from a cordis.yml. */
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { describe, expect, test } from 'vitest'
import { startProgram, startShell } from './program.ts'

const which: AskUserQuestionItem = { id: 'a', question: 'Which one?', options: [{ label: 'Alpha' }, { label: 'Beta' }] }
const why: AskUserQuestionItem = { id: 'why', question: 'Why?' }
const beta = [{ id: 'a', selected: ['Beta'] }]
const because = { id: 'why', selected: [], custom: 'because' }

function inputEnded(id: string, after = ''): object {
  return { code: 'PROVIDER_FAILED', message: `input ended before question "${id}" was answered${after}` }
}

describe('lines from a pipe', () => {
  test("answer within an ask and across asks; stdout is the program's alone, stderr a transcript", async () => {
    const run = startShell(`printf '2\\nbecause\\n2' | "$@"`, [{ questions: [which, why] }, { questions: [which] }])
    expect(await run.end()).toEqual({ code: 0, results: [[...beta, because], beta] })
    expect(run.stderr).toContain('\nAnswer: 2\nNoted: Beta\n\nQuestion 2 of 2.\nWhy?\n')
    // oxlint-disable-next-line no-control-regex
    expect(run.stderr).not.toMatch(/[\u001b\r]/)
  })

  test('that end too early reject all that is asked, and the code behind it runs', async () => {
    const steps = [{ questions: [which] }, { questions: [which] }, { questions: [why] }]
    const run = startShell(`printf '2\\n9\\n' | "$@"`, steps)
    expect(await run.end()).toEqual({
      code: 0,
      results: [beta, inputEnded('a', '; 1 line was no answer to it'), inputEnded('why')],
    })
  })

  test('that never came reject too', async () => {
    const run = startShell('"$@" < /dev/null', [{ questions: [which] }])
    expect(await run.end()).toEqual({ code: 0, results: [inputEnded('a')] })
  })

  test('never stop coming, and yet each question uses one and the program ends', async () => {
    const run = startShell('yes 2 | "$@"', [{ questions: [which, why] }, { questions: [which] }])
    expect(await run.end()).toEqual({ code: 0, results: [[...beta, { id: 'why', selected: [], custom: '2' }], beta] })
  })

  test('may come from a file', async () => {
    const script = 'file=$(mktemp); printf "2\\nx" > "$file"; "$@" < "$file"; code=$?; rm "$file"; exit $code'
    const run = startShell(script, [{ questions: [which, why] }])
    expect(await run.end()).toEqual({ code: 0, results: [[...beta, { id: 'why', selected: [], custom: 'x' }]] })
  })

  test('are not taken by a child process that runs meanwhile', async () => {
    const run = startProgram([{ questions: [which], meanwhile: ['cat'] }])
    await run.shows('Answer: ')
    run.child.stdin.write('2\n')
    expect(await run.end()).toEqual({ code: 0, results: [beta] })
  })
})

describe('an input that stays open and silent', () => {
  test('holds neither an aborted ask nor the process after it', async () => {
    const run = startProgram([{ questions: [which, why], abortOn: 'SIGUSR2' }])
    await run.shows('Answer: ')
    run.child.stdin.write('2\n')
    await run.shows('Why?')
    run.child.kill('SIGUSR2')
    const aborted = { code: 'ASK_ABORTED', message: 'ask_user_question was aborted before the user answered' }
    expect(await run.end()).toEqual({ code: 0, results: [aborted] })
    expect(
      run.stderr.endsWith(`
The question was withdrawn. Nothing was chosen and nothing was sent.
Not sent:
  Which one: Beta
`),
    ).toBe(true)
  })

  test("holds no process after the provider's plugin has ended", async () => {
    const run = startProgram([{ questions: [which], unload: true }, { questions: [which] }])
    const { code, results } = await run.end()
    expect({ code, results }).toMatchObject({ code: 0, results: [{ code: 'PROVIDER_GONE' }, { code: 'NO_PROVIDER' }] })
  })

  test('holds no process after an answer', async () => {
    const run = startProgram([{ questions: [which] }])
    await run.shows('Answer: ')
    run.child.stdin.write('2\n')
    expect(await run.end()).toEqual({ code: 0, results: [beta] })
  })

  test.each([false, true])('is left to a program that reads it itself, the plugin unloaded: %s', async (unload) => {
    const run = startProgram([
      { questions: [which], readLine: true },
      { questions: [why], unload, readLine: true },
    ])
    await run.shows('Answer: ')
    run.child.stdin.write('2\n')
    await run.shows('Own line:')
    run.child.stdin.write('mine\n')
    await run.shows('Why?')
    if (!unload) run.child.stdin.write('because\n')
    await run.shows('Own line:\n', 2)
    run.child.stdin.write('mine too\n')
    const second = unload ? { code: 'PROVIDER_GONE' } : [because]
    expect(await run.end()).toMatchObject({ code: 0, results: [beta, ['mine'], second, ['mine too']] })
  })

  test('holds no process in which nothing was asked', async () => {
    expect(await startProgram([]).end()).toEqual({ code: 0, results: [] })
  })
})

test('gives the next ask nothing of a line that was begun for an aborted one', async () => {
  const run = startProgram([{ questions: [which], abortOn: 'SIGUSR2' }, { questions: [why] }])
  await run.shows('Answer: ')
  run.child.stdin.write('delete ')
  run.child.kill('SIGUSR2')
  await run.shows('Why?')
  run.child.stdin.write('everything\nbecause\n')
  expect(await run.end()).toMatchObject({ code: 0, results: [{ code: 'ASK_ABORTED' }, [{ custom: 'because' }]] })
  expect(run.stderr).toContain('typed for a question that is gone:\n  delete everything\nAnswer: because\n')
})

test('asks on stdout, and in Chinese, when the configuration says so', async () => {
  const run = startProgram([{ questions: [which] }], { output: 'stdout', lang: 'zh' })
  run.child.stdin.end('2\n')
  await run.end().catch(() => undefined)
  expect(run.stderr).toBe('')
  expect(run.stdout).toContain('回答：2\n\n已发送：\n  Which one：Beta\n')
})
