/** Chooses where questions are drawn: standard error, or the terminal where standard error hides it from whoever types. */
import { openSync } from 'node:fs'
import { WriteStream } from 'node:tty'
import { type Input, isCi } from './terminal.ts'
import type { Output } from './write.ts'

/** An output while it is in use. */
export interface OpenOutput {
  readonly output: Output
  /** Lets go of it: closes what was opened for the purpose, and nothing else. */
  close(): void
}

/** What there is to choose from. */
export interface OutputChoice {
  /** Only who asks wherever the person is looks for another place; lines that a program reads stay where they are. */
  readonly provider: string
  readonly stdin: Input
  readonly stderr: Output
  readonly env: NodeJS.ProcessEnv
}

/** Opens the output. Where a person types at a terminal and would not see the prompt, it is that terminal. */
export function openOutput({ provider, stdin, stderr, env }: OutputChoice): OpenOutput {
  const seen = { output: stderr, close: () => {} }
  const isHidden = stdin.isTTY && !stderr.isTTY && !isCi(env)
  if (!isHidden || (provider !== 'auto' && provider !== 'tui' && provider !== 'several')) return seen
  try {
    return openTerminal()
  } catch {
    return seen
  }
}

function openTerminal(): OpenOutput {
  const output: WriteStream & { _refreshSize?(): void } = new WriteStream(openSync('/dev/tty', 'w'))
  // Node tells only the standard streams when the window has another size.
  const onResize = (): void => output._refreshSize?.()
  process.on('SIGWINCH', onResize)
  return {
    output,
    close() {
      process.off('SIGWINCH', onResize)
      output.destroy()
    },
  }
}
