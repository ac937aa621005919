/** Gathers what the generated documents should say and what the checks of the docs find, from a real workspace. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Fault, type Files, packagesOf } from '../workspace.ts'
import { blockFaults } from './blocks.ts'
import { renderCatalog } from './catalog.ts'
import { configFaults, isConfig, keysOf } from './configs.ts'
import { errorFaults, errorsPage, type ErrorTable, fillErrors } from './errors.ts'
import type { Generated } from './generated.ts'
import { installedBy } from './installed.ts'
import { linkFaults } from './links.ts'
import { licenceFaults, noticesPage, renderNotices } from './notices.ts'
import { snippetFaults } from './snippets.ts'
import { twinFaults } from './twins.ts'

/** What a source gives: the documents it generates, and what is wrong that nothing can generate. */
interface Gathered {
  readonly documents: readonly Generated[]
  readonly faults: readonly Fault[]
}

/** What every generated document should say now. A source that fails to load is a fault, not a throw. */
export async function generateDocs(root: string, files: Files): Promise<Gathered> {
  const parts = [
    await attempt('docs/tool-catalog.md', catalog),
    await attempt(errorsPage, () => errors(files)),
    await attempt(noticesPage, () => notices(root, files)),
  ]
  return {
    documents: parts.flatMap(({ documents }) => documents),
    faults: parts.flatMap(({ faults }) => faults),
  }
}

/** What is wrong in the handwritten parts. */
export async function handwrittenFaults(root: string, files: Files): Promise<Fault[]> {
  const parts = [
    await attempt(errorsPage, () => sections(files)),
    ...(await Promise.all(
      packagesOf(files).map(({ path, manifest }) => {
        return attempt(`${path}/README.md`, () => configs(root, files, path, manifest.exports?.['.']))
      }),
    )),
  ]
  return [
    ...parts.flatMap(({ faults }) => faults),
    ...twinFaults(files),
    ...linkFaults(files),
    ...blockFaults(files),
    ...snippetFaults(root, files),
  ]
}

async function attempt(file: string, source: () => Gathered | Promise<Gathered>): Promise<Gathered> {
  try {
    return await source()
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n')
    return { documents: [], faults: [{ file, message: `cannot be checked: ${reason}` }] }
  }
}

async function catalog(): Promise<Gathered> {
  const { harvestTools } = await import('./harvest.ts')
  return { documents: [{ file: 'docs/tool-catalog.md', text: renderCatalog(await harvestTools()) }], faults: [] }
}

async function errors(files: Files): Promise<Gathered> {
  const text = fillErrors(files.get(errorsPage) ?? '', await errorTable())
  return { documents: [{ file: errorsPage, text }], faults: [] }
}

async function sections(files: Files): Promise<Gathered> {
  return { documents: [], faults: errorFaults(files.get(errorsPage) ?? '', await errorTable()) }
}

async function errorTable(): Promise<ErrorTable> {
  const { userInteractionErrors } = await import('@deepseek-ai/dsh-user-interaction')
  const { journalErrors } = await import('@deepseek-ai/dsh-user-interaction-journal')
  return { ...userInteractionErrors, ...journalErrors }
}

function notices(root: string, files: Files): Gathered {
  const installed = installedBy(root, packagesOf(files))
  return { documents: [{ file: noticesPage, text: renderNotices(installed) }], faults: licenceFaults(installed) }
}

async function configs(root: string, files: Files, path: string, face: unknown): Promise<Gathered> {
  if (typeof face !== 'string') return { documents: [], faults: [] }
  const plugin = (await import(pathToFileURL(join(root, path, face)).href)) as PluginModule
  const config = plugin.Config ?? plugin.default?.Config
  const faults = isConfig(config)
    ? ['README.md', 'README.zh.md'].flatMap((name) => {
        const text = files.get(`${path}/${name}`)
        return text === undefined ? [] : configFaults(`${path}/${name}`, text, keysOf(config))
      })
    : []
  return { documents: [], faults }
}

interface PluginModule {
  readonly Config?: unknown
  readonly default?: { readonly Config?: unknown }
}
