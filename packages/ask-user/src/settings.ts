/** What the flags and the environment together say about the asking. Pure. */
import { type GivenSettings, type Setting, settingNames } from './args.ts'
import type { Answers } from './desk.ts'
import { parseDuration } from './duration.ts'
import { isLang } from './lang.ts'
import type { Messages } from './messages/messages.ts'
import { readSurfaces, type SurfaceName } from './surfaces.ts'
import { UsageError } from './usage.ts'

/** Settled: no two of them contradict each other. */
export interface Settings {
  readonly provider: 'auto' | 'tui' | 'stdio' | 'web' | 'script' | 'several'
  /** Which ones, if they are several. */
  readonly surfaces?: readonly SurfaceName[]
  /** The path of an answer file. */
  readonly answersFile?: string
  readonly answers?: Answers
  /** The path of a cordis.yml; it then decides who answers. */
  readonly config?: string
  readonly deadlineMs?: number
  /** Where the page listens, if not at any port that is free. */
  readonly port?: number
  /** A shell command to run when the form appears. */
  readonly onAsk?: string
}

/** A setting with the name that it was given under. */
interface Given {
  readonly name: string
  readonly values: readonly string[]
}

type Sources = Partial<Record<Setting, Given>>

/**
 * Settles what was given. A flag beats its variable and every variable that it contradicts.
 * @throws UsageError for a value that cannot be read, and for two flags, or two variables, that contradict each other.
 */
export function settle(flags: GivenSettings, env: NodeJS.ProcessEnv, text: Messages): Settings {
  const own = sourcesOf(flags)
  refuseEmpty(own, text)
  const decided = checkAgreement(own, text)
  const inherited = environment(env)
  const way = decided ?? checkAgreement(inherited, text) ?? 'auto'
  const hasPage = way === 'web' || (isList(way) && way.includes('web'))
  // One answer of the environment would outdo the file that a flag names.
  if (own.answers) delete inherited.answer
  const all = { ...inherited, ...own }
  const { deadline, lang, 'on-ask': onAsk, port } = all
  if (own.port && !hasPage) throw new UsageError(text.usage.needs(own.port.name, '--provider web'))
  if (lang && !isLang(lang.values[0])) throw bad(lang, 'en|zh', text)
  return {
    ...answering(way, all, text),
    ...(deadline && { deadlineMs: readDeadline(deadline, text) }),
    ...(port && hasPage && { port: readPort(port, text) }),
    ...(onAsk?.values[0] && { onAsk: onAsk.values[0] }),
  }
}

/** A variable of a shell that is not set must not mean the opposite of what was written. */
function refuseEmpty(own: Sources, { usage }: Messages): void {
  for (const given of Object.values(own)) {
    if (given.values.includes('')) throw new UsageError(usage.missingValue(given.name, usage.value))
  }
}

type Way = 'auto' | 'tui' | 'stdio' | 'web' | 'script' | 'config' | readonly SurfaceName[]

/** Who answers, as far as these say so. */
function checkAgreement({ provider, answers, answer, config }: Sources, { usage }: Messages): Way | undefined {
  const [named = ''] = provider?.values ?? []
  const surfaces = provider && readSurfaces({ name: provider.name, value: named }, { usage })
  if (provider && !surfaces && !isProvider(named)) throw bad(provider, 'auto|tui|stdio|web|script', { usage })
  const scripted = answers ?? answer
  if (config && scripted) throw new UsageError(usage.notTogether(config.name, scripted.name))
  if (provider && named !== 'auto' && config) throw new UsageError(usage.notTogether(config.name, provider.name))
  const mayScript = surfaces ? surfaces.includes('script') : named === 'auto' || named === 'script'
  if (provider && scripted && !mayScript) throw new UsageError(usage.notTogether(provider.name, scripted.name))
  if (config) return 'config'
  if (surfaces) return surfaces
  return scripted ? 'script' : isProvider(named) ? named : undefined
}

function answering(way: Way, { provider, answers, answer, config }: Sources, text: Messages): Settings {
  if (way === 'config') return { provider: 'auto', ...(config?.values[0] && { config: config.values[0] }) }
  const several: Settings | undefined = isList(way) ? { provider: 'several', surfaces: way } : undefined
  if (several && !several.surfaces?.includes('script')) return several
  if (!isList(way) && way !== 'script') return { provider: way }
  if (!answers && !answer) {
    const flag = `${provider?.name ?? '--provider'} script`
    throw new UsageError(text.usage.needs(flag, '--answers FILE / --answer ID=LABEL'))
  }
  return {
    ...(several ?? { provider: 'script' }),
    ...(answers?.values[0] && { answersFile: answers.values[0] }),
    ...(answer && { answers: readAnswers(answer, text) }),
  }
}

/** Several labels for one id answer a question that takes several. */
function readAnswers(given: Given, text: Messages): Answers {
  const answers = new Map<string, string[]>()
  for (const pair of given.values) {
    const [, id, label] = /^([^=]+)=(.+)$/s.exec(pair) ?? []
    if (id === undefined || label === undefined) throw new UsageError(text.usage.missingValue(given.name, 'ID=LABEL'))
    answers.set(id, [...(answers.get(id) ?? []), label])
  }
  return Object.fromEntries([...answers].map(([id, labels]) => [id, labels.length === 1 ? labels.join('') : labels]))
}

function readDeadline(given: Given, text: Messages): number {
  const ms = parseDuration(given.values[0] ?? '')
  if (ms === undefined) throw bad(given, '5m, 30s, 1h, 500ms', text)
  return ms
}

function readPort(given: Given, text: Messages): number {
  const [word = ''] = given.values
  if (!/^\d{1,5}$/.test(word) || Number(word) > 65_535) throw bad(given, '0-65535', text)
  return Number(word)
}

function sourcesOf(flags: GivenSettings): Sources {
  const sources: Sources = {}
  for (const name of settingNames) {
    const values = flags[name]
    if (values) sources[name] = { name: `--${name}`, values }
  }
  return sources
}

/** `ASK_USER_PROVIDER` and so on; an empty one counts as absent, `ASK_USER_ANSWER` holds one answer a line. */
function environment(env: NodeJS.ProcessEnv): Sources {
  const sources: Sources = {}
  for (const setting of settingNames) {
    const name = `ASK_USER_${setting.toUpperCase().replace('-', '_')}`
    const value = env[name]
    if (value) sources[setting] = { name, values: setting === 'answer' ? value.split('\n').filter(Boolean) : [value] }
  }
  return sources
}

function isList(way: Way): way is readonly SurfaceName[] {
  return Array.isArray(way)
}

function isProvider(word: string | undefined): word is Exclude<Settings['provider'], 'several'> {
  return word === 'auto' || word === 'tui' || word === 'stdio' || word === 'web' || word === 'script'
}

function bad({ name, values }: Given, expected: string, { usage }: Pick<Messages, 'usage'>): UsageError {
  return new UsageError(usage.badValue(name, expected, values[0] ?? ''))
}
