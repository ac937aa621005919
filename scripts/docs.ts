/** `pnpm run docs` writes the generated docs; with `--check` it only compares. Both list what else is wrong in the docs. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generateDocs, handwrittenFaults } from './docs/documents.ts'
import { generatedFaults } from './docs/generated.ts'
import { readTree, renderFault } from './workspace.ts'

const unknown = process.argv.slice(2).filter((argument) => argument !== '--check')
if (unknown.length > 0) {
  console.error(`docs: unknown argument ${unknown.join(' ')}; it takes --check or nothing`)
  process.exit(2)
}

// The repository is where this is run, as pnpm does for a script of the root.
const root = process.cwd()
const files = new Map(readTree(root))
const { documents, faults } = await generateDocs(root, files)
if (!process.argv.includes('--check')) {
  for (const { file, text } of documents.filter((document) => files.get(document.file) !== document.text)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
    files.set(file, text)
    console.log(`wrote ${file}`)
  }
}

const found = [...faults, ...generatedFaults(files, documents), ...(await handwrittenFaults(root, files))]
for (const fault of found) console.error(renderFault(fault))
if (found.length > 0) process.exitCode = 1
