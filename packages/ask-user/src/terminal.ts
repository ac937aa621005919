/** Chooses where answers are typed: the terminal, whatever standard input is for, and lines where there is none. */
import { openSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { ReadStream } from 'node:tty'
import { watchFirstLine } from './first-line.ts'
import { NobodyError } from './nobody.ts'

/** A stream that may be a terminal. */
export type Input = Readable & { readonly isTTY?: boolean }

/** An input while it is in use. */
export interface OpenInput {
  readonly input: Input
  /** How long a first line is waited for, if not for ever. */
  readonly patienceMs?: number
  /** Lets go of it: closes what was opened for the purpose, and nothing else. */
  close(): void
}

/** What there is to choose from. */
export interface InputChoice {
  /** `auto` prefers a terminal; `stdio` reads standard input, whatever that is. */
  readonly provider: 'auto' | 'stdio'
  readonly stdin: Input
  /** Whether standard input was read for something else. */
  readonly stdinTaken: boolean
  readonly env: NodeJS.ProcessEnv
  /** Called when the input that was chosen stays silent for longer than anybody would. */
  giveUp(reason: NobodyError): void
}

/** How long a build may hang on input that nobody gives. */
const ciPatienceMs = 30_000

/**
 * Opens the input.
 * @throws NobodyError when there is none.
 */
export function openInput({ provider, stdin, stdinTaken, env, giveUp }: InputChoice): OpenInput {
  if (provider === 'stdio') return stdinOr(stdin, stdinTaken && 'stdin-taken')
  if (isCi(env)) {
    const { input } = stdinOr(stdin, stdinTaken && 'ci-stdin-taken')
    const patienceMs = ciPatienceMs
    return { input, patienceMs, close: watchFirstLine(input, ciPatienceMs, () => giveUp(new NobodyError('ci-silent'))) }
  }
  if (stdin.isTTY && !stdinTaken) return stdinOr(stdin, false)
  return openTerminal() ?? stdinOr(stdin, stdinTaken && 'no-terminal')
}

function stdinOr(stdin: Input, problem: NobodyError['reason'] | false): OpenInput {
  if (problem) throw new NobodyError(problem)
  return { input: stdin, close: () => {} }
}

/** The terminal that controls this process, or undefined when none does. */
function openTerminal(): OpenInput | undefined {
  try {
    const input = new ReadStream(openSync('/dev/tty', 'r'))
    return { input, close: () => void input.destroy() }
  } catch {
    return undefined
  }
}

/** Whether this is a build, where nobody is. */
export function isCi({ CI }: NodeJS.ProcessEnv): boolean {
  return CI !== undefined && !['', '0', 'false'].includes(CI)
}
