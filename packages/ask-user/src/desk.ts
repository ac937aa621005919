/** What a composition may know of the program that boots it, and what the program hears back: the service `askUser`. */
import type {} from '@deepseek-ai/cordis'
import type { StdioProviderOptions } from '@deepseek-ai/dsh-user-interaction-stdio'
import { canRedraw, type TerminalInput, type TerminalOutput } from '@deepseek-ai/dsh-user-interaction-tui/redraw'
import type { Calls } from '@deepseek-ai/dsh-user-interaction-mcp'
import { NobodyError } from './nobody.ts'
import type { SurfaceName } from './surfaces.ts'
import type { InputChoice, OpenInput } from './terminal.ts'

declare module '@deepseek-ai/cordis' {
  interface Context {
    /** There in what `ask-user` and `ask()` boot. */
    askUser: Desk
  }
}

/** Answers by question id: a label or several, or the text for a question without options. */
export type Answers = Readonly<Record<string, string | readonly string[]>>

/** What the program decided. */
export interface DeskOptions extends Omit<StdioProviderOptions, 'input'> {
  /** `auto` and `tui`: the form where the terminal can redraw, lines elsewhere; in a build `auto` asks in lines. */
  readonly provider: 'auto' | 'tui' | 'stdio' | 'web' | 'script' | 'several'
  /** Which ones, if they are several; the first answer is taken. */
  readonly surfaces?: readonly SurfaceName[]
  /** Default: this process's. */
  readonly env?: NodeJS.ProcessEnv
  /** Config of the scripted human. */
  readonly script: { readonly file?: string; readonly answers?: Answers }
  /** How the page is served. Default: at any port that is free, and opened where that is of use. */
  readonly web?: { readonly port?: number | undefined; readonly open?: boolean }
  /** A shell command to run when the form appears; it gets no word of the question. */
  readonly onAsk?: string | undefined
  /** What Ctrl-C does in a form. Default: it dismisses. */
  readonly interrupt?: () => void
  /** The calls of the MCP client that is served. Default: none is. */
  readonly calls?: Calls
  /** Opens where lines come from. It may give up later. */
  openInput(giveUp: InputChoice['giveUp']): OpenInput
}

/** Where answers are to come from. A cordis.yml reads its `provider`, `script` and `relay`. */
export class Desk {
  readonly script: DeskOptions['script']
  /** Why nobody answers, once that is known. */
  nobody: NobodyError | undefined
  private readonly options: DeskOptions
  private readonly controller = new AbortController()
  private open: OpenInput | undefined

  constructor(options: DeskOptions) {
    this.script = options.script
    this.options = options
  }

  /** Aborts when it turns out that nobody answers. */
  get signal(): AbortSignal {
    return this.controller.signal
  }

  /** Who asks: the form, lines, the page, several, or nobody but a script. Opens the input if that decides. */
  get provider(): 'tui' | 'stdio' | 'web' | 'script' | 'several' {
    const { provider } = this.options
    return provider === 'auto' || provider === 'tui' ? this.terminal : provider
  }

  /** Config of the relay, where several ask: each by the plugin that would ask alone. */
  get relay(): { readonly surfaces: readonly { id: string; name: string; config?: unknown }[] } {
    const { surfaces = [] } = this.options
    return {
      surfaces: surfaces.map((id) => {
        if (id === 'script') return { id, name: '@deepseek-ai/dsh-user-interaction-script', config: this.script }
        const plugin = { tui: 'form', stdio: 'lines', web: 'page' }[id === 'tui' ? this.terminal : id]
        return { id, name: `@deepseek-ai/dsh-ask-user/${plugin}` }
      }),
    }
  }

  /** The form where the terminal can redraw, lines elsewhere. */
  private get terminal(): 'tui' | 'stdio' {
    const { provider, output, env = process.env } = this.options
    try {
      const input = this.openInput() as TerminalInput
      if (provider === 'auto' && this.open?.patienceMs !== undefined) return 'stdio'
      return canRedraw(input, output as TerminalOutput, env) ? 'tui' : 'stdio'
    } catch (error) {
      // Whoever asks in lines meets the same reason, and tells it.
      if (error instanceof NobodyError) return 'stdio'
      throw error
    }
  }

  /** What the program decided about how to ask; both surfaces take it. */
  get settings(): Omit<DeskOptions, 'provider' | 'script' | 'openInput'> {
    return this.options
  }

  /**
   * The input, opened at the first call.
   * @throws NobodyError when nobody can be reached on any.
   */
  openInput(): OpenInput['input'] {
    this.open ??= this.options.openInput((reason) => {
      // Silence here ends nothing where somebody may answer elsewhere.
      if (this.options.provider === 'several') return
      this.nobody = reason
      this.controller.abort(reason)
    })
    return this.open.input
  }

  /**
   * The streams for lines, opened at the first call.
   * @throws NobodyError when nobody can be reached on any.
   */
  openLines(): StdioProviderOptions {
    const { output, lang, color, onlyOptions, receipt, json, endings } = this.options
    return {
      input: this.openInput(),
      output,
      ...(lang && { lang }),
      ...(color !== undefined && { color }),
      ...(onlyOptions !== undefined && { onlyOptions }),
      ...(receipt !== undefined && { receipt }),
      ...(json !== undefined && { json }),
      ...(endings !== undefined && { endings }),
    }
  }

  /** Lets go of what was opened. */
  close(): void {
    this.open?.close()
    this.open = undefined
  }
}
