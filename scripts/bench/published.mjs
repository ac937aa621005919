/**
 * A resolve hook: packages of the workspace are loaded as they are published (their built `lib`), not from source.
 * What a transpiler adds for debugging (a wrapped name for each closure) would be measured otherwise.
 */
import { readFileSync } from 'node:fs'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'

if (import.meta.url.endsWith('#register') === false) register(`${import.meta.url}#register`)

/** @type {Map<string, Record<string, string | { default: string }> | undefined>} */
const published = new Map()

/** What the package that owns a source file publishes under its names. */
function exportsOf(packageUrl) {
  if (!published.has(packageUrl)) {
    published.set(packageUrl, JSON.parse(readFileSync(fileURLToPath(packageUrl), 'utf8')).publishConfig?.exports)
  }
  return published.get(packageUrl)
}

export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context)
  const match = /^(.*\/packages\/[^/]+\/)src\/(.*)\.ts$/.exec(resolved.url)
  if (!match || specifier.startsWith('.')) return resolved
  return exportsOf(`${match[1]}package.json`)
    ? { ...resolved, format: 'module', url: `${match[1]}lib/${match[2]}.js` }
    : resolved
}
