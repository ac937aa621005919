#!/usr/bin/env node
/** The command `ask-user`: `main` on this process. */
import { Console } from 'node:console'
import { main } from './main.ts'

// Standard output carries the answer alone: what plugins print goes where prompts go.
globalThis.console = new Console(process.stderr)
// Whoever read the prompts may have gone. The surface that writes them sees it and says so; the process goes on.
process.stderr.on('error', () => {})
const code = await main(process.argv.slice(2), process)
// A plugin, or a terminal that was read, may still hold the process.
process.exit(code)
