#!/usr/bin/env node
/** The command `ask-user`: `main` on this process. */
import { Console } from 'node:console'
import { main } from './main.ts'

// Standard output carries the answer alone: what plugins print goes where prompts go.
globalThis.console = new Console(process.stderr)
const code = await main(process.argv.slice(2), process)
// A plugin, or a terminal that was read, may still hold the process.
process.exit(code)
