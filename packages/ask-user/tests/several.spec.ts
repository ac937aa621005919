/** Several surfaces at once: `--provider tui,script` and the like, whoever answers first. */
import { describe, expect, it } from 'vitest'
import { openTerminal } from './pty.ts'

const asks = `$ASK --provider tui,script --answer q9=x -q 'Which database?' -o Postgres -o SQLite`

describe('--provider with a list', () => {
  it('takes the answer of the form while a script has none', async () => {
    const terminal = openTerminal(`${asks} --plain; echo "rc=$?"`, { ACCESSIBLE: '' })
    await terminal.shows('> ( ) 1. Postgres')
    await new Promise((resolve) => setTimeout(resolve, 500))
    terminal.type('\r')
    await terminal.ended
    expect(terminal.screen()).toMatch(/Postgres\nrc=0$/)
  })

  it('takes the answer of the script while nobody types, and leaves the terminal clean', async () => {
    const terminal = openTerminal(`${asks.replace('q9=x', 'q1=SQLite')} --plain; echo "rc=$?"`, { ACCESSIBLE: '' })
    await terminal.ended
    expect(terminal.screen()).toMatch(/SQLite\nrc=0$/)
    expect(terminal.screen()).not.toContain('( ) 1. Postgres')
  })

  it('refuses a form and lines on one terminal, in words', async () => {
    const terminal = openTerminal(`$ASK --provider tui,stdio -q 'Go?'; echo "rc=$?"`)
    await terminal.ended
    expect(terminal.screen()).toMatch(/tui and stdio cannot be given together[^]*rc=2$/)
  })
})
