/** Small repositories for the tests of the checks: in memory, or in a folder that uses this workspace's tools. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Files } from '../workspace.ts'

/** This workspace. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** A repository in memory; values that are no strings become JSON. */
export function filesOf(tree: Readonly<Record<string, unknown>>): Files {
  return new Map(
    Object.entries(tree).map(([file, text]) => {
      return [file, typeof text === 'string' ? text : JSON.stringify(text)]
    }),
  )
}

/** Writes a repository to a folder of its own, which goes with the test; it finds the tools in `node_modules`. */
export function folderOf(files: Files): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'repository-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [file, text] of [['.gitignore', 'node_modules\nlib\n'] as const, ...files]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** A code block of Markdown. */
export function fence(info: string, ...lines: string[]): string {
  return [`\`\`\`${info}`, ...lines, '```'].join('\n')
}
