/** The files that the page is made of, found by following its imports: what no import reaches cannot be asked for. */
import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The modules of the page by their path on the server, in the order in which they were found. */
export type Modules = ReadonlyMap<string, string>

/** Packages that the page imports, and where the browser finds them. They import nothing themselves. */
const packages: Readonly<Record<string, string>> = {
  preact: '/lib/preact.js',
  '@deepseek-ai/dsh-user-interaction/text': '/lib/text.js',
  '@deepseek-ai/dsh-user-interaction/lang': '/lib/lang.js',
}

/** `.ts` in a checkout, where types are stripped on the way; `.js` as published. */
const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'

const source = new URL('..', import.meta.url)

/** The driver of the page; as published, a `.js` stands in its place. */
const driver = new URL('../page/main.ts', import.meta.url)

/** Where the page begins, on the server. */
export const entry = `/src/page/${posix.basename(driver.pathname, '.ts')}.js`

let loaded: Promise<Modules> | undefined

/** The entry and everything that it imports; read once in the life of the process. */
export function loadModules(): Promise<Modules> {
  loaded ??= readModules().catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return loaded
}

async function readModules(): Promise<Modules> {
  const modules = new Map<string, string>()
  let found = [entry]
  while (found.length > 0) {
    const texts = await Promise.all(found.map(load))
    found.forEach((path, index) => void modules.set(path, texts[index] ?? ''))
    const next = found.flatMap((path, index) => importsOf(path, texts[index] ?? ''))
    found = [...new Set(next)].filter((path) => !modules.has(path))
  }
  return modules
}

/** The look of the page; it is published where it stands. */
export function loadStyle(): Promise<string> {
  return readFile(new URL('../../src/page/page.css', import.meta.url), 'utf8')
}

async function load(path: string): Promise<string> {
  const [name] = Object.entries(packages).find(([, at]) => at === path) ?? []
  if (name !== undefined) return strip(fileURLToPath(import.meta.resolve(name)))
  const file = path.replace(/^\/src\//, '').replace(/\.js$/, extension)
  return resolvePackages(await strip(fileURLToPath(new URL(file, source))))
}

/** A module as a browser runs it. Only a checkout has types to strip, so only a checkout needs esbuild. */
async function strip(file: string): Promise<string> {
  const text = (await readFile(file, 'utf8')).replace(/^\/\/# sourceMappingURL=.*$/m, '')
  if (!file.endsWith('.ts')) return text
  const { transform } = await import('esbuild')
  const { code } = await transform(text, { loader: 'ts', target: 'es2022', tsconfigRaw: '{}' })
  return code
}

const specifiers = /^((?:import|export)\b[^'"]*?from\s*|import\s*)(["'])([^"']+)\2/gm

function resolvePackages(text: string): string {
  return text.replace(specifiers, (whole, head: string, quote: string, specifier: string) => {
    const at = packages[specifier] ?? (specifier.startsWith('.') ? specifier.replace(/\.ts$/, '.js') : undefined)
    if (at === undefined) throw new Error(`the page cannot import ${specifier}: no browser could find it`)
    return whole.slice(0, head.length) + quote + at + quote
  })
}

function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(specifiers)].map(([, , , specifier = '']) => {
    return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier
  })
}
