/** What a composition may know of the program that boots it, and what the program hears back: the service `askUser`. */
import type {} from '@deepseek-ai/cordis'
import type { StdioProviderOptions } from '@deepseek-ai/dsh-user-interaction-stdio'
import { canRedraw, type TerminalInput, type TerminalOutput } from '@deepseek-ai/dsh-user-interaction-tui/redraw'
import { NobodyError } from './nobody.ts'
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
  /** `tui`: the form where the terminal can redraw, lines elsewhere; `auto`: lines. */
  readonly provider: 'auto' | 'tui' | 'stdio' | 'script'
  /** Default: this process's. */
  readonly env?: NodeJS.ProcessEnv
  /** Config of the scripted human. */
  readonly script: { readonly file?: string; readonly answers?: Answers }
  /** A shell command to run when the form appears; it gets no word of the question. */
  readonly onAsk?: string | undefined
  /** What Ctrl-C does in a form. Default: it dismisses. */
  readonly interrupt?: () => void
  /** Opens where lines come from. It may give up later. */
  openInput(giveUp: InputChoice['giveUp']): OpenInput
}

/** Where answers are to come from. A cordis.yml reads `askUser.provider` and `askUser.script`. */
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

  /** Who asks: the form, lines, or nobody but a script. Opens the input if that decides. */
  get provider(): 'tui' | 'stdio' | 'script' {
    const { provider, output, env = process.env } = this.options
    if (provider === 'auto') return 'stdio'
    if (provider !== 'tui') return provider
    try {
      return canRedraw(this.openInput() as TerminalInput, output as TerminalOutput, env) ? 'tui' : 'stdio'
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
