/** A composition in a test: the real Loader on a cordis.yml that stands in the test as text. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Context } from '@deepseek-ai/cordis'
import { type Entry, Loader } from '@deepseek-ai/cordis-plugin-loader'
import { resolve } from 'import-meta-resolve'

/** A running composition. */
export interface Composition {
  readonly ctx: Context
  /** The entry with this id. */
  entry(id: string): Entry
  /** Unloads everything and removes what was written. */
  dispose(): Promise<void>
}

/**
 * Boots the real Loader on `yaml`, written to a fresh folder as `cordis.yml`.
 * @param from a module's URL, usually the test's `import.meta.url`: bare names in the YAML are resolved from there.
 * @param files further files of the folder, by name.
 */
export async function loadComposition(
  yaml: string, from: string, files: Readonly<Record<string, string>> = {},
): Promise<Composition> {
  const folder = await mkdtemp(join(tmpdir(), 'composition-'))
  for (const [name, text] of Object.entries({ ...files, 'cordis.yml': yaml })) await writeFile(join(folder, name), text)
  const ctx = new Context()
  ctx.baseUrl = pathToFileURL(`${folder}/`).href
  await ctx.plugin(Loader)
  // Where the Loader finds Node's own module loader it imports through it; a test imports through its runner.
  const importer = { import: (name: string, base: string) => import(resolve(name, name.startsWith('.') ? base : from)) }
  ctx.loader.internal = importer as unknown as NonNullable<Loader['internal']>
  const id = await ctx.loader.create({ name: '@deepseek-ai/cordis-plugin-include', config: { path: './cordis.yml' } })
  await ctx.loader.await()
  return {
    ctx,
    entry: (entry) => ctx.loader.resolve(`${id}:${entry}`),
    async dispose() {
      await ctx.fiber.dispose()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
