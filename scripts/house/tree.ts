/** What stands at the top of the repository, and what no committed file may mention. */
import type { Fault, Files } from '../workspace.ts'

const entries = [
  '.ci',
  '.gitignore',
  '.oxlintrc.json',
  'LICENSE',
  'README.md',
  'README.zh.md',
  'docs',
  'package.json',
  'packages',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'scripts',
  'tsconfig.base.json',
  'tsconfig.json',
  'vitest.config.ts',
]

/** Traces of the place where the files were written; the classes keep the patterns from finding themselves. */
const traces: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w.])\/wor[k]\b/, 'a path of the machine it was written on'],
  [/(?<![\w./-])share[d]\//, 'a folder that is not in this repository'],
  [/\bissue[s]? #?\d+\b/i, 'the number of an issue; say what it was about'],
  [/\b(?:svc|stdio|tui|web|bridge)-\d{2}\b|\btool-\d{2}\b/, 'the number of a case; say what it is about'],
]

/** Entries at the top that are not among the agreed ones or are missing, and traces in any file. */
export function treeFaults(files: Files): Fault[] {
  const present = new Set([...files.keys()].map((file) => file.split('/')[0] ?? ''))
  const unknown = [...present].filter((entry) => !entries.includes(entry))
  const missing = entries.filter((entry) => !present.has(entry))
  return [
    ...unknown.map((file) => ({ file, message: 'is not one of the agreed entries at the top; move it elsewhere' })),
    ...missing.map((file) => ({ file, message: 'is missing; it is one of the agreed entries at the top' })),
    ...[...files].filter(([file]) => file !== 'pnpm-lock.yaml').flatMap(([file, text]) => traceFaults(file, text)),
  ]
}

function traceFaults(file: string, text: string): Fault[] {
  return text.split('\n').flatMap((line, index) =>
    traces.flatMap(([pattern, what]) => {
      const found = pattern.exec(line)?.[0]
      return found === undefined ? [] : [{ file, line: index + 1, message: `mentions ${found}, ${what}` }]
    }),
  )
}
