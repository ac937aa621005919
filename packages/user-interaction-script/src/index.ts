/** The face of the scripted human: a function plugin, and its provider for programs that have no cordis.yml. */
export { apply, Config, inject, name } from './plugin.ts'
export { createScriptProvider } from './provider.ts'
export { parseScript, type Script, scriptOf } from './script.ts'
