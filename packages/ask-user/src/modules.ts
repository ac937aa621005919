/** Where the plugins that a cordis.yml names come from: the one place that resolves and imports them. */
import { fileURLToPath } from 'node:url'

/** The Loader's way to modules: it asks this instead of importing by itself. */
export class Modules {
  /** What went wrong, by the name that was to be imported. */
  readonly failures = new Map<string, unknown>()

  /**
   * Imports what `name` means in the folder of the cordis.yml; a package that is not installed there is taken from
   * this command's own dependencies.
   * @param base the URL of that folder.
   */
  async import(name: string, base: string): Promise<unknown> {
    try {
      return await import(await locate(name, base))
    } catch (error) {
      this.failures.set(name, error)
      throw error
    }
  }
}

/** Why an import failed, in one line and without this command's own files, in which the reader has no part. */
export function importReason(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line.replace(/ imported from (.+)$/, (whole, importer: string) => {
    return importer.startsWith(fileURLToPath(home)) ? '' : whole
  })
}

/** The package that this module belongs to. */
const home = new URL('..', import.meta.url).href

async function locate(name: string, base: string): Promise<string> {
  const isPath = /^(?:\.|\/|[a-z]+:)/i.test(name)
  // At home both mean the same, and the resolver for elsewhere takes longer to load than most plugins.
  if (!isPath && base.startsWith(home)) return import.meta.resolve(name)
  const { resolve } = await import('import-meta-resolve')
  try {
    return resolve(name, base)
  } catch (error) {
    if (isPath) throw error
    try {
      return import.meta.resolve(name)
    } catch {
      // The folder of the cordis.yml is where the reader would install it.
      throw error
    }
  }
}
