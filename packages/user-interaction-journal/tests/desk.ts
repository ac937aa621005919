/** A process that asks through a journal: the real seam, the plugin, and a person beneath it whom the test plays. */
import { createHuman, type ScriptedHuman } from '@deepseek-ai/dsh-testkit'
import UserInteraction, { type AskUserQuestionRequest } from '@deepseek-ai/dsh-user-interaction'
import { Context, Service } from 'cordis'
import { onTestFinished } from 'vitest'
import * as journalPlugin from '../src/index.ts'
import { readJournal } from '../src/index.ts'

type Agent = NonNullable<AskUserQuestionRequest['agent']>

/** One process, as far as a journal is concerned. */
export interface Desk {
  readonly ctx: Context
  readonly human: ScriptedHuman
  readonly file: string
  ask: (request: AskUserQuestionRequest) => ReturnType<Context['userInteraction']['ask']>
  /** An agent that is live here, by its id. */
  agent(id: string): Agent
  /** Takes the surface away, and brings it back. */
  removeSurface(): void
  addSurface(): void
  /** Ends as a process does that is told to. */
  end(): Promise<void>
  /** What the journal says of its asks, oldest first. */
  states(): Promise<string[]>
}

export interface DeskOptions {
  readonly config?: Partial<journalPlugin.Config>
  readonly handoverMs?: number
  readonly concurrency?: number
}

/** Mounts it all on a journal. */
export async function openDesk(file: string, options: DeskOptions = {}): Promise<Desk> {
  const { config, handoverMs = 0, concurrency = Infinity } = options
  const ctx = new Context()
  const agents = new Map<string, Agent>()
  const human = createHuman({ concurrency })
  await ctx.plugin(agentsOf(agents))
  await ctx.plugin(UserInteraction, { handoverMs })
  let removeSurface = (): void => {}
  let addSurface = (): void => {}
  const surface = {
    name: 'surface',
    inject: ['userInteraction'],
    apply(realm: Context) {
      addSurface = () => void (removeSurface = realm.userInteraction.registerProvider(human))
      addSurface()
    },
  }
  await ctx.plugin(journalPlugin, { file, provider: { name: 'surface', plugin: surface }, ...config })
  const end = async (): Promise<void> => void (await ctx.fiber.dispose())
  onTestFinished(end)
  return {
    ctx,
    human,
    file,
    ask: (request) => ctx.userInteraction.ask(request),
    agent(id) {
      const agent = agents.get(id) ?? ({ id } as Agent)
      agents.set(id, agent)
      return agent
    },
    removeSurface: () => removeSurface(),
    addSurface: () => addSurface(),
    end,
    states: async () => (await readJournal(file)).entries.map(({ state, orphaned }) => (orphaned ? 'orphaned' : state)),
  }
}

function agentsOf(agents: ReadonlyMap<string, Agent>) {
  return class extends Service {
    constructor(ctx: Context) {
      super(ctx, 'agents')
    }

    get(id: string): Agent | undefined {
      return agents.get(id)
    }

    roots(): Agent[] {
      return [...agents.values()]
    }
  }
}
