/** Boots the real Loader on a cordis.yml and lets nothing of it fail in silence. */
import { fileURLToPath } from 'node:url'
import { Context, type Exporter, Logger, type Message } from '@deepseek-ai/cordis'
import { Loader } from '@deepseek-ai/cordis-plugin-loader'
import { CompositionError, compositionFaults } from './faults.ts'
import { Modules } from './modules.ts'

/** A composition that runs. */
export interface Running {
  readonly ctx: Context
  /** Unloads everything. */
  stop(): Promise<void>
}

/** What a composition gets from whoever boots it. */
export interface BootOptions {
  /** Prepares the root context before anything is loaded. */
  prepare?(ctx: Context): void
  /** Hears what plugins log as a warning or an error, if the composition runs. */
  log?(line: string): void
}

/**
 * Loads what `file` (a URL) names. Every entry that is not disabled runs when this resolves.
 * @throws CompositionError naming the file and each entry that does not run, with the first cause; nothing is left
 *   running then.
 */
export async function boot(file: string, options: BootOptions = {}): Promise<Running> {
  const ctx = new Context()
  const stop = async (): Promise<void> => void (await ctx.fiber.dispose())
  try {
    await load(ctx, file, options)
  } catch (error) {
    await stop()
    throw error
  }
  return { ctx, stop }
}

async function load(ctx: Context, file: string, { prepare, log }: BootOptions): Promise<void> {
  const complaints = new Complaints()
  ctx.logger.exporter(complaints)
  prepare?.(ctx)
  ctx.baseUrl = new URL('.', file).href
  await ctx.plugin(Loader)
  const modules = new Modules()
  ctx.loader.internal = modules as unknown as NonNullable<Loader['internal']>
  const id = await ctx.loader.create({ name: '@deepseek-ai/cordis-plugin-include', config: { path: file } })
  await ctx.loader.await()
  const record = { imports: modules.failures, errors: complaints.errors }
  const faults = await compositionFaults(ctx.loader, ctx.loader.resolve(id), record)
  if (faults.length > 0) throw new CompositionError(fileURLToPath(file), faults)
  if (log) complaints.pass(log)
}

/** Keeps what plugins log as a warning or an error until it is known whether the composition runs. */
class Complaints implements Exporter {
  /** The runtime counts a warning as less severe than information and leaves it out by default. */
  readonly levels = { default: 2 }
  readonly errors: unknown[] = []
  private lines: string[] = []
  private log: ((line: string) => void) | undefined

  export(message: Message): void {
    if (message.type !== 'warn' && message.type !== 'error') return
    const line = `${message.name}: ${Logger.format(this, message)}`
    if (this.log) return this.log(line)
    this.lines.push(line)
    if (message.type === 'error') this.errors.push(message.args[0])
  }

  /** From now on, and for what was kept. */
  pass(log: (line: string) => void): void {
    this.log = log
    for (const line of this.lines) log(line)
    this.lines = []
  }
}
