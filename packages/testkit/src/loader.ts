/** A composition in a test: the real Loader on a cordis.yml, a file of the project or text in the test. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Context } from '@deepseek-ai/cordis'
import { type Entry, Loader } from '@deepseek-ai/cordis-plugin-loader'
import { resolve } from 'import-meta-resolve'

const include = '@deepseek-ai/cordis-plugin-include'

/** A fiber's state while it runs; Cordis declares its states as a const enum, which no importer can read. */
const ACTIVE = 2

/** A running composition. */
export interface Composition {
  readonly ctx: Context
  /** The entry with this id. */
  entry(id: string): Entry
  /** Unloads everything, and removes what was written for it. */
  dispose(): Promise<void>
}

/**
 * Boots the real Loader on a file. Entries that do not run are there all the same, not active.
 * @param from where bare names in the YAML are resolved from; the file itself unless told otherwise.
 * @throws Error when the file is no composition.
 */
export async function openComposition(file: URL, from: string = file.href): Promise<Composition> {
  const ctx = new Context()
  const path = fileURLToPath(file)
  ctx.baseUrl = pathToFileURL(`${dirname(path)}/`).href
  await ctx.plugin(Loader)
  // Where the Loader has no module loader of Node's own it imports by itself; a test imports through its runner.
  const locate = (name: string, base: string): string => resolve(name, name.startsWith('.') ? base : from)
  const importer = {
    import: (name: string, base: string) => (name === include ? import(include) : import(locate(name, base))),
  }
  ctx.loader.internal = importer as unknown as NonNullable<Loader['internal']>
  const id = await ctx.loader.create({ name: include, config: { path: `./${basename(path)}` } })
  await ctx.loader.await()
  // The Loader only logs why a file could not be read; its entries may fail, if a test wants them to.
  if (ctx.loader.resolve(id).fiber?.state !== ACTIVE) {
    await ctx.fiber.dispose()
    throw new Error(`${path} is no composition: it cannot be read, or is no YAML list of entries`)
  }
  return {
    ctx,
    entry: (entry) => ctx.loader.resolve(`${id}:${entry}`),
    dispose: () => ctx.fiber.dispose(),
  }
}

/**
 * Boots the real Loader on `yaml`, written to a fresh folder as `cordis.yml`.
 * @param from a module's URL, usually the test's `import.meta.url`: bare names in the YAML are resolved from there.
 * @param files further files of the folder, by name.
 */
export async function loadComposition(
  yaml: string,
  from: string,
  files: Readonly<Record<string, string>> = {},
): Promise<Composition> {
  const folder = await mkdtemp(join(tmpdir(), 'composition-'))
  for (const [name, text] of Object.entries({ ...files, 'cordis.yml': yaml })) await writeFile(join(folder, name), text)
  const composition = await openComposition(pathToFileURL(join(folder, 'cordis.yml')), from)
  return {
    ...composition,
    async dispose() {
      await composition.dispose()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
