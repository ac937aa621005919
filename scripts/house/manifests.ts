/** The package.json files and the catalog: exact versions in one place, nothing published half. */
import { parse } from 'yaml'
import { type Fault, type Files, type Manifest, type Package, packagesOf } from '../workspace.ts'

const workspaceFile = 'pnpm-workspace.yaml'
const mostScripts = 8
const exact = /^(?:npm:(?:@[\w-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$/
const range = /^(?:workspace:)?[\^~]|^>=/

/** What is wrong with the manifests of the root and of all packages, and with the catalog. */
export function manifestFaults(files: Files): Fault[] {
  const root = JSON.parse(files.get('package.json') ?? '{}') as Manifest
  const entries = packagesOf(files)
  return [
    ...catalogFaults(files.get(workspaceFile) ?? ''),
    ...rootFaults(root),
    ...[{ path: '.', manifest: root }, ...entries].flatMap(({ path, manifest }) => {
      return dependencyFaults(path === '.' ? 'package.json' : `${path}/package.json`, manifest)
    }),
    ...entries.flatMap((entry) => {
      const messages = [...nameMessages(entry), ...(entry.public ? publicMessages(entry.manifest, root) : [])]
      return messages.map((message) => ({ file: `${entry.path}/package.json`, message }))
    }),
  ]
}

function catalogFaults(text: string): Fault[] {
  const { catalog = {} } = (parse(text) as { catalog?: Record<string, unknown> } | null) ?? {}
  return Object.entries(catalog)
    .filter(([, version]) => !exact.test(String(version)))
    .map(([name, version]) => {
      const message = `pins ${name} to ${String(version)}; write one exact version`
      return { file: workspaceFile, line: text.split('\n').findIndex((line) => line.includes(name)) + 1, message }
    })
}

function rootFaults({ scripts = {} }: Manifest): Fault[] {
  const names = Object.keys(scripts)
  if (names.length <= mostScripts) return []
  const message = `has ${names.length} scripts (${names.join(', ')}); ${mostScripts} is the most`
  return [{ file: 'package.json', message }]
}

function dependencyFaults(file: string, manifest: Manifest): Fault[] {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest
  const pinned = [dependencies, devDependencies, optionalDependencies].flatMap((group) => Object.entries(group ?? {}))
  const loose = pinned.filter(([, version]) => version !== 'catalog:' && !version.startsWith('workspace:'))
  const tight = Object.entries(peerDependencies ?? {}).filter(([, version]) => !range.test(version))
  return [
    ...loose.map(([name, version]) => `depends on ${name} at ${version}; pin it in the catalog and write catalog:`),
    ...tight.map(([name, version]) => `has the peer ${name} at ${version}; write a range, ^1.2.3 or workspace:^`),
  ].map((message) => ({ file, message }))
}

function nameMessages({ folder, manifest }: Package): string[] {
  const name = `@deepseek-ai/dsh-${folder}`
  return manifest.name === name ? [] : [`is named ${manifest.name}; its folder makes it ${name}`]
}

function publicMessages(manifest: Manifest, root: Manifest): string[] {
  const { description, license, type, engines, exports, bin, publishConfig } = manifest
  const published = (key: string): string => Object.keys(publishConfig?.[key] ?? {}).join(', ')
  const messages: [boolean, string][] = [
    [Boolean(description), 'has no description; say in one sentence what it is for'],
    [license !== undefined && license === root.license, `must have the licence of the root, ${root.license}`],
    [type === 'module', 'must have "type": "module"'],
    [engines?.['node'] === root.engines?.['node'], `must ask for the node of the root, ${root.engines?.['node']}`],
    [publishConfig?.['access'] === 'public', 'must have publishConfig.access "public"'],
    [published('exports') === Object.keys(exports ?? {}).join(', '), 'must publish the same exports as it has here'],
    [published('bin') === Object.keys(bin ?? {}).join(', '), 'must publish the same bin as it has here'],
  ]
  return messages.filter(([holds]) => !holds).map(([, message]) => message)
}
