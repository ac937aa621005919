/** What a composition may know of the program that boots it, and what the program hears back: the service `askUser`. */
import type {} from '@deepseek-ai/cordis'
import type { StdioProviderOptions } from '@deepseek-ai/dsh-user-interaction-stdio'
import type { NobodyError } from './nobody.ts'
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
  readonly provider: 'stdio' | 'script'
  /** Config of the scripted human. */
  readonly script: { readonly file?: string; readonly answers?: Answers }
  /** Opens where lines come from. It may give up later. */
  openInput(giveUp: InputChoice['giveUp']): OpenInput
}

/** Where answers are to come from. A cordis.yml reads `askUser.provider` and `askUser.script`. */
export class Desk {
  readonly provider: DeskOptions['provider']
  readonly script: DeskOptions['script']
  /** Why nobody answers, once that is known. */
  nobody: NobodyError | undefined
  private readonly options: DeskOptions
  private readonly controller = new AbortController()
  private open: OpenInput | undefined

  constructor(options: DeskOptions) {
    this.provider = options.provider
    this.script = options.script
    this.options = options
  }

  /** Aborts when it turns out that nobody answers. */
  get signal(): AbortSignal {
    return this.controller.signal
  }

  /**
   * The streams for lines, opened at the first call.
   * @throws NobodyError when nobody can be reached on any.
   */
  openLines(): StdioProviderOptions {
    const { output, lang, color, json } = this.options
    this.open ??= this.options.openInput((reason) => {
      this.nobody = reason
      this.controller.abort(reason)
    })
    return {
      input: this.open.input,
      output,
      ...(lang && { lang }),
      ...(color !== undefined && { color }),
      ...(json !== undefined && { json }),
    }
  }

  /** Lets go of what was opened. */
  close(): void {
    this.open?.close()
    this.open = undefined
  }
}
