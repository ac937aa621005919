/** Booting a cordis.yml: what runs, and how each thing that does not is told. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { boot, CompositionError } from '../src/index.ts'
import { main } from '../src/main.ts'
import { run, TestHost } from './host.ts'

let folder: string
const yml = (): string => join(folder, 'cordis.yml')

const harness = `
- { id: agents, name: '@deepseek-ai/dsh-agent' }
- { id: system-prompt, name: '@deepseek-ai/dsh-system-prompt' }
- { id: tools, name: '@deepseek-ai/dsh-tools' }
- { id: user-interaction, name: '@deepseek-ai/dsh-user-interaction' }
- { id: tool-ask-user, name: '@deepseek-ai/dsh-tool-ask-user' }
`

/** Plugins of the reader's own, beside the cordis.yml. */
const plugins = {
  'yes.mjs': `export const name = 'yes', inject = ['userInteraction']
    export function apply(ctx) {
      ctx.userInteraction.registerProvider({ ask: async ({ questions }) => ({
        answers: questions.map(({ id, options }) => ({ id, selected: [options[0].label] })) }) })
    }`,
  'silent.mjs': `export const inject = ['userInteraction']
    export function apply(ctx) { ctx.userInteraction.registerProvider({ ask: () => new Promise(() => {}) }) }`,
  'lies.mjs': `export const inject = ['userInteraction']
    export function apply(ctx) { ctx.userInteraction.registerProvider({ ask: async () => ({ answers: 7 }) }) }`,
  'fails.mjs': `export const inject = ['userInteraction']
    export function apply(ctx) {
      ctx.userInteraction.registerProvider({ ask() { throw new Error('out of paper') } })
    }`,
  'loud.mjs': `export function apply(ctx) {
      ctx.logger.info('told')
      ctx.logger.warn('warned %s', 'once')
      setTimeout(() => ctx.logger.error('warned %s', 'late'))
    }`,
  'throws.mjs': `export function apply() { throw new TypeError('boom') }`,
  'rejects.mjs': `export async function apply() { throw new TypeError('late boom') }`,
  'waits.mjs': `export const inject = ['clock', 'tools']; export function apply() {}`,
  'nothing.mjs': 'export const apply = 7',
  'broken.mjs': 'export const apply = (',
  'imports.mjs': `import 'not-installed'; export function apply() {}`,
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boot-'))
  for (const [name, text] of Object.entries(plugins)) await writeFile(join(folder, name), text)
})
beforeEach(() => rm(yml(), { force: true }))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function bootText(text: string) {
  await writeFile(yml(), text)
  return boot(pathToFileURL(yml()).href)
}

describe('a composition that runs', () => {
  it('names the packages of the command without installing them, and files of its own folder', async () => {
    const { ctx, stop } = await bootText(`${harness}- { name: ./yes.mjs }\n`)
    expect(ctx.get('userInteraction')?.answerable).toBe(true)
    await stop()
    expect(ctx.get('userInteraction')).toBeUndefined()
  })

  it('may leave entries out by an expression and nest them in groups', async () => {
    const { ctx, stop } = await boot(new URL('compositions/group.yml', import.meta.url).href)
    expect(ctx.get('userInteraction')?.answerable).toBe(true)
    await stop()
  })

  it('is never written to', async () => {
    const text = `# mine\n${harness}- { name: ./yes.mjs }\n`
    const { stop } = await bootText(text)
    await stop()
    expect(await readFile(yml(), 'utf8')).toBe(text)
    expect((await readdir(folder)).toSorted()).toEqual([...Object.keys(plugins), 'cordis.yml'].toSorted())
  })

  it('answers with --config instead of the shipped one, with a deadline if given', async () => {
    await writeFile(yml(), `${harness}- { name: ./yes.mjs }\n`)
    const argv = ['-q', 'Deploy?', '-o', 'Now', '-o', 'Later', '--plain', '--config', yml()]
    expect(await run(argv)).toMatchObject({ code: 0, out: 'Now\n' })
    await writeFile(yml(), `${harness}- { name: ./silent.mjs }\n`)
    expect(await run([...argv, '--deadline', '20ms'])).toMatchObject({ code: 4, out: '' })
  })

  it('may use the streams that the command chose', async () => {
    await writeFile(yml(), `${harness}- { name: '@deepseek-ai/dsh-ask-user/lines' }\n`)
    const argv = ['-q', 'Deploy?', '-o', 'Now', '--plain', '--config', yml()]
    const host = new TestHost({ tty: true })
    const code = main(argv, host)
    await host.shown('Answer: ')
    host.stdin.write('1\n')
    expect(await code).toBe(0)
    expect(host.out).toBe('Now\n')
  })

  it.each([
    ['nobody answers', harness, 3, 'no user-interaction provider is registered'],
    ['the provider fails', `${harness}- { name: ./fails.mjs }`, 5, 'Failed: out of paper'],
    ['the provider lies', `${harness}- { name: ./lies.mjs }`, 5, 'answers must be an array, got a number'],
    ['there is no tool', `${harness.replace(/.*tool-ask-user.*\n/, '')}- { name: ./yes.mjs }`, 5, 'ask_user_question'],
    ['there is no tool runtime', '- { name: ./loud.mjs }', 5, 'the composition has no tool runtime'],
  ])('ends the command in words when %s', async (_, text, expected, message) => {
    await writeFile(yml(), text)
    const { code, out, err } = await run(['-q', 'A?', '--config', yml()])
    expect({ code, out }).toEqual({ code: expected, out: '' })
    expect(err).toContain(message)
  })

  it('says on request what its plugins warn of, and nothing less', async () => {
    await writeFile(yml(), '- { name: ./loud.mjs }\n')
    const said: string[] = []
    const { stop } = await boot(pathToFileURL(yml()).href, { log: (line) => void said.push(line) })
    await vi.waitFor(() => expect(said).toHaveLength(2))
    await stop()
    expect(said.map((line) => line.replace(/^[\w-]+: /, ''))).toEqual(['warned once', 'warned late'])
  })
})

describe('a composition that does not run', () => {
  it.each([
    ['no entries but a mapping', 'a: b', 'failed to start: config file must be a top-level array of entries'],
    ['broken YAML', '- { name: x', 'failed to start: unexpected end of the stream'],
    ['an empty file', '', 'failed to start: config file must be a top-level array'],
    ['a word for an entry', '- tools', 'entry 1 must be a mapping with a name'],
    ['an entry without a name', '- { id: tools }', 'entry 1 has no name'],
    [
      'an id given twice',
      '- { id: a, name: ./yes.mjs }\n- { id: a, name: ./loud.mjs }',
      'entry 1, ./yes.mjs, has the id "a", which a later entry has too',
    ],
    [
      'an unknown package',
      '- { id: it, name: not-installed }',
      "the entry not-installed (id it) could not be loaded: Cannot find package 'not-installed'",
    ],
    ['an unknown file', '- { name: ./gone.ts }', 'the entry ./gone.ts could not be loaded: Cannot find module'],
    ['a file that imports what is not there', '- { name: ./imports.mjs }', './imports.mjs could not be loaded:'],
    ['a file that does not parse', '- { name: ./broken.mjs }', 'the entry ./broken.mjs could not be loaded:'],
    ['no plugin', '- { name: ./nothing.mjs }', 'the entry ./nothing.mjs could not be started: invalid plugin'],
    ['a plugin that throws', '- { name: ./throws.mjs }', 'the entry ./throws.mjs failed to start: boom'],
    ['a plugin that rejects', '- { name: ./rejects.mjs }', 'the entry ./rejects.mjs failed to start: late boom'],
    [
      'a service that is missing',
      '- { name: ./waits.mjs }',
      'the entry ./waits.mjs waits for "clock", "tools", which no running entry provides',
    ],
    [
      'a bad config',
      `- { name: '@deepseek-ai/dsh-user-interaction', config: { handoverMs: soon } }`,
      'failed to start: invalid config',
    ],
    [
      'an expression that throws',
      '- { name: ./loud.mjs, config: !!js nowhere.at.all }',
      'failed to start: nowhere is not defined',
    ],
    [
      'a condition that throws',
      '- { name: ./yes.mjs, disabled: !!js nowhere.at.all }',
      'could not be started: nowhere is not defined',
    ],
    [
      'two providers',
      `${harness}- { name: ./silent.mjs }\n- { name: ./yes.mjs }`,
      'failed to start: a user-interaction provider is already registered',
    ],
  ])('is told with its file and entry: %s', async (_, text, message) => {
    const error = await bootText(text).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(CompositionError)
    expect((error as CompositionError).message).toContain(message)
    expect((error as Error).message).not.toMatch(/ask-user\/(?:src|lib)|imported from\s*$/)
    for (const line of (error as CompositionError).message.split('\n').filter((part) => part.includes('entry '))) {
      expect(line).toContain(yml())
    }
  })

  it('is told all at once, causes before what waits for them', async () => {
    const asked = bootText('- { name: ./waits.mjs }\n- { name: ./throws.mjs }\n- 7\n')
    const error = await asked.catch((reason: unknown) => reason)
    const entries = (error as CompositionError).faults.map(({ entry }) => entry)
    expect(entries).toEqual(['entry 3', 'the entry ./throws.mjs', 'the entry ./waits.mjs'])
    expect((error as CompositionError).cause).toMatchObject({ message: 'boom' })
  })

  it('ends the command with 5 and its reasons on standard error', async () => {
    await writeFile(yml(), `${harness}- { name: ./throws.mjs }\n`)
    const { code, out, err } = await run(['-q', 'A?', '--config', yml()])
    expect({ code, out }).toEqual({ code: 5, out: '' })
    expect(err).toBe(`Failed: ${yml()}: the entry ./throws.mjs failed to start: boom\n`)
  })
})
