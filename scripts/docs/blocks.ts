/**
 * Reads the code blocks of every Markdown file that are not TypeScript: JSON and YAML parse, a composition names
 * packages that exist, a command names scripts and files that exist. `snippets.ts` compiles the TypeScript.
 */
import { readComposition } from '../composition.ts'
import { type Fault, type Files, packagesOf } from '../workspace.ts'
import { type Fence, fencesOf } from './markdown.ts'

/** The only info strings there are: the first four are input, the last two also show what a program prints. */
const languages = new Set(['ts', 'json', 'yaml', 'sh', 'console', 'text'])

/** pnpm's own commands, as the docs use them beside the root scripts. */
const pnpmCommands = new Set(['add', 'dlx', 'exec', 'install', 'pack'])

/** What is wrong with the blocks, at the line where each opens. */
export function blockFaults(files: Files): Fault[] {
  const known = knownNames(files)
  return [...files]
    .filter(([file]) => file.endsWith('.md'))
    .flatMap(([file, text]) => {
      return fencesOf(text).flatMap((fence) => {
        return messagesOf(fence, text, files, known).map((message) => ({ file, line: fence.line, message }))
      })
    })
}

function messagesOf(fence: Fence, text: string, files: Files, known: ReadonlySet<string>): string[] {
  if (!languages.has(fence.info)) {
    return [`opens a code block with "${fence.info}"; use exactly one of ${[...languages].join(', ')}`]
  }
  if (fence.info === 'json') return jsonMessages(fence.body)
  if (fence.info === 'yaml') return yamlMessages(fence.body, text, known)
  if (fence.info === 'sh') return commandMessages(fence.body, files)
  const typed = fence.info === 'console' ? fence.body.split('\n').filter((line) => line.startsWith('$ ')) : []
  return commandMessages(typed.join('\n'), files)
}

function jsonMessages(body: string): string[] {
  try {
    JSON.parse(body)
    return []
  } catch (error) {
    return [`holds JSON that does not parse: ${(error as Error).message}`]
  }
}

function yamlMessages(body: string, text: string, known: ReadonlySet<string>): string[] {
  const { names, fault } = readComposition(body)
  if (fault !== undefined) return [`holds YAML that does not parse: ${fault}`]
  return names.flatMap((name) => {
    if (!name.startsWith('.')) {
      const found = known.has(packageName(name))
      return found ? [] : [`names the plugin ${name}, and no package of the workspace is or depends on it`]
    }
    const file = name.replace(/^.*\//, '')
    const told = text.split(file).length > 2
    return told ? [] : [`names the plugin ${name}, and the text around the block says nothing of ${file}; show it`]
  })
}

function commandMessages(body: string, files: Files): string[] {
  const scripts = Object.keys((JSON.parse(files.get('package.json') ?? '{}') as { scripts?: object }).scripts ?? {})
  const commands = [...body.matchAll(/\bpnpm(?:@\d+)?((?:\s+-\S+)*)\s+([a-z][\w:-]*)/g)].map((found) => found[2] ?? '')
  const unknown = commands.filter((command) => !scripts.includes(command) && !pnpmCommands.has(command))
  const paths = [...body.matchAll(/(?<![\w./@-])(?:packages|docs|scripts)\/[\w./-]*[\w]/g)].map(([path]) => path)
  const missing = paths.filter((path) => ![...files.keys()].some((file) => `${file}/`.startsWith(`${path}/`)))
  return [
    ...unknown.map((command) => `runs \`pnpm ${command}\`, which is no script of the root package.json`),
    ...missing.map((path) => `names ${path}, which is not there; correct the path`),
  ]
}

function knownNames(files: Files): Set<string> {
  const names = packagesOf(files).flatMap(({ manifest }) => {
    const { name, dependencies, devDependencies, peerDependencies } = manifest
    return [name ?? '', ...Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })]
  })
  return new Set(names)
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
