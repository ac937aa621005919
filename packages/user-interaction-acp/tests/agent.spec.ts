/** The agent of the README as a process, with an editor built on the SDK at its pipes. */
import { type ClientConnection, methods, ndJsonStream } from '@agentclientprotocol/sdk'
import type { AskUserQuestionItem } from '@deepseek-ai/dsh-user-interaction'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Editor, forms, initialise } from './editor.ts'
import { arrive } from './seat.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const program = fileURLToPath(new URL('fixtures/agent.ts', import.meta.url))
const store: AskUserQuestionItem = {
  id: 'store',
  question: 'Which store?',
  options: [{ label: 'Files' }, { label: 'SQLite' }],
}
const sqlite = '[{"id":"store","selected":["SQLite"]}]'

/** A started agent, and the editor that started it. */
interface Started {
  readonly editor: Editor
  readonly client: ClientConnection
  readonly sessions: readonly string[]
  readonly child: ChildProcess
  /** Prompts, and resolves when the question is up. */
  prompt(sessionId?: string): Promise<{ readonly ended: Promise<{ text: string; stopReason: string }> }>
}

/** Makes a program's clock go on by two seconds whenever it is read: nothing is too fast for a person. */
const slowClock = 'data:text/javascript,let ms=0;performance.now=()=>(ms+=2000)'

async function start(capabilities: object = forms, count = 1): Promise<Started> {
  const clock = capabilities === forms ? ['--import', slowClock] : []
  const child = spawn(process.execPath, ['--import', 'tsx', ...clock, program], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const editor = new Editor()
  const input = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>
  const client = editor.app.connect(ndJsonStream(Writable.toWeb(child.stdin), input))
  const sessions = await initialise(client, capabilities, count)
  return {
    editor,
    client,
    sessions,
    child,
    async prompt(sessionId = sessions[0] ?? '') {
      const { opened } = editor
      const ended = client.agent
        .request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text: 'Go on.' }] })
        .then(async ({ stopReason }) => {
          // The SDK may deliver a response before the notifications in front of it.
          await arrive()
          return { text: textOf(editor, sessionId), stopReason }
        })
      await vi.waitUntil(() => editor.opened > opened, { timeout: 20_000, interval: 5 })
      return { ended }
    },
  }
}

/** What the agent said last in this session. */
function textOf({ updates }: Editor, at: string): string {
  return updates
    .flatMap(({ sessionId, update }) => {
      const said = sessionId === at && update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
      return said ? [(update.content as { text: string }).text] : []
    })
    .join('')
}

describe('an agent in a process of its own', () => {
  test('is answered by a form, turn after turn', async () => {
    const { editor, prompt } = await start()
    const first = await prompt()
    editor.answer(store, { id: 'store', selected: ['SQLite'] })
    editor.send([store])
    expect(await first.ended).toEqual({ text: sqlite, stopReason: 'end_turn' })
    const second = await prompt()
    editor.cancel([store], 'decline')
    expect(await second.ended).toEqual({ text: `${sqlite}ASK_CANCELLED`, stopReason: 'end_turn' })
    const third = await prompt()
    editor.cancel([store])
    expect(await third.ended).toMatchObject({ text: `${sqlite}${'ASK_CANCELLED'.repeat(2)}` })
  })

  test.each([{ outcome: 'selected', optionId: 'option_1' }, { outcome: 'cancelled' }])(
    'is not answered where a rule of the editor settles its permission dialogs as %j',
    async (outcome) => {
      const { editor, prompt } = await start({})
      const { ended } = await prompt()
      editor.windowOf(store).respond({ outcome })
      expect(await ended).toEqual({ text: 'PROVIDER_FAILED', stopReason: 'end_turn' })
    },
  )

  test('aborts the question of a turn that the editor cancels', async () => {
    const { editor, client, sessions, prompt } = await start()
    const turn = await prompt()
    void client.agent.notify(methods.agent.session.cancel, { sessionId: sessions[0] ?? '' })
    editor.cancel([store])
    expect(await turn.ended).toEqual({ text: 'ASK_ABORTED', stopReason: 'cancelled' })
  })

  test('keeps two sessions apart that ask the same at once', async () => {
    const { editor, sessions, prompt } = await start(forms, 2)
    const [one = '', other = ''] = sessions
    const turns = [await prompt(one), await prompt(other)]
    editor.answer(store, { id: 'store', selected: ['SQLite'] }, other)
    editor.send([store], other)
    editor.cancel([store], 'decline', one)
    const ends = await Promise.all(turns.map(({ ended }) => ended))
    expect(ends.map(({ text }) => text)).toEqual(['ASK_CANCELLED', sqlite])
  })

  test('ends by itself when the editor goes in the middle of a question', async () => {
    const { child, client, prompt } = await start()
    const { ended } = await prompt()
    ended.catch(() => {})
    client.close()
    child.stdin?.end()
    expect(await once(child, 'exit')).toEqual([0, null])
    await expect(ended).rejects.toThrow('ACP connection closed')
  })
})

test.each(['README.md', 'README.zh.md'])('is what %s shows', (file) => {
  const readme = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
  const block = (info: string): string => new RegExp(`\`\`\`${info}\n([^]*?)\`\`\``).exec(readme)?.[1] ?? ''
  const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')
  expect(block('yaml')).toBe(fixture('cordis.yml'))
  expect(block('ts')).toBe(fixture('my-agent.ts'))
})
