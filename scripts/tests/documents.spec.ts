import { expect, test } from 'vitest'
import { generateDocs, handwrittenFaults } from '../docs/documents.ts'
import { fence, filesOf, root } from './fixture.ts'

test('generates the catalogue and the notices, and tells of a page that has lost its markers', async () => {
  const { documents, faults } = await generateDocs(root, filesOf({ 'docs/errors.md': '# Errors' }))
  expect(documents.map(({ file }) => file)).toEqual(['docs/tool-catalog.md', 'docs/third-party-notices.md'])
  expect(faults).toEqual([{ file: 'docs/errors.md', message: expect.stringContaining('put both lines back') }])
})

test('goes red on each kind of fault in the handwritten parts', async () => {
  const files = filesOf({
    'README.md': `# Title\n${fence('json', '{')}\n${fence('ts', 'export const a: number = true')}\n[a](missing.md)`,
    'docs/errors.md': '## `NEVER`',
    'packages/a/package.json': { name: 'a', exports: { '.': './src/missing.ts' } },
    'packages/tool-ask-user/package.json': { exports: { '.': './src/index.ts' } },
    'packages/tool-ask-user/README.md': '## Config\n',
  })
  const messages = (await handwrittenFaults(root, files)).map(({ file, message }) => `${file} ${message}`)
  for (const part of [
    'README.md holds JSON that does not parse',
    'README.md does not compile',
    'README.md links to missing.md',
    'README.zh.md is missing',
    'docs/errors.md describes `NEVER`',
    'docs/errors.md has no section headed `ASK_ABORTED`',
    'packages/a/README.md cannot be checked',
    'packages/tool-ask-user/README.md has no row for `offer`',
  ])
    expect(messages.join('\n')).toContain(part)
})
