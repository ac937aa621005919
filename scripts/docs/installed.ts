/** Walks node_modules from the published packages along what they need when they run. */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Manifest, Package } from '../workspace.ts'
import type { Installed } from './notices.ts'

interface Found {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly broughtBy: Set<string>
}

/**
 * The packages of others that the published ones bring, in the order of their names.
 * The peers of the published packages are left out: the host brings them. So is what is optional further down:
 * which of it is there differs from one installation to another.
 */
export function installedBy(root: string, packages: readonly Package[]): Installed[] {
  const found = new Map<string, Found>()
  const own = new Set(packages.map(({ manifest }) => manifest.name))
  for (const { folder, path, manifest } of packages.filter((entry) => entry.public)) {
    walk(realpathSync(join(root, path)), manifest, { found, own, folder, seen: new Set() })
  }
  return [...found.values()]
    .map((entry) => ({ ...entry, broughtBy: [...entry.broughtBy].toSorted() }))
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

interface Walk {
  readonly found: Map<string, Found>
  readonly own: ReadonlySet<string | undefined>
  readonly folder: string
  readonly seen: Set<string>
}

function walk(folder: string, manifest: Manifest, state: Walk): void {
  const { dependencies, peerDependencies, optionalDependencies, peerDependenciesMeta } = manifest
  const peers = state.own.has(manifest.name) ? {} : peerDependencies
  for (const name of Object.keys({ ...dependencies, ...peers })) {
    const optional = Object.hasOwn(optionalDependencies ?? {}, name) || peerDependenciesMeta?.[name]?.optional
    if (optional) continue
    const place = locate(folder, name)
    if (place === undefined || state.seen.has(place)) continue
    state.seen.add(place)
    const installed = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as Manifest
    if (!state.own.has(name)) note(installed, state)
    walk(place, installed, state)
  }
}

function note({ name = '', version = '', license = '' }: Manifest, { found, folder }: Walk): void {
  const key = keyOf({ name, version })
  const entry = found.get(key) ?? { name, version, license, broughtBy: new Set<string>() }
  entry.broughtBy.add(folder)
  found.set(key, entry)
}

function keyOf({ name, version }: Pick<Found, 'name' | 'version'>): string {
  return `${name}@${version}`
}

/** Looks a package up as node does, from a folder upwards; undefined when it is not installed. */
function locate(folder: string, name: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const place = join(at, 'node_modules', name)
    if (existsSync(join(place, 'package.json'))) return realpathSync(place)
    if (at === dirname(at)) return undefined
  }
}
