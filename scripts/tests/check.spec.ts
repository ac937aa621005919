import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { run } from '../checks/command.ts'
import { checksOf } from '../checks/list.ts'
import type { Files } from '../workspace.ts'
import { filesOf, folderOf, root } from './fixture.ts'

// Whole programs run here, compilers among them.
vi.setConfig({ testTimeout: 120_000 })

const tsx = join(root, 'node_modules/.bin/tsx')
const compiler = { target: 'es2022', module: 'nodenext', strict: true, skipLibCheck: true, types: [] }

/** Runs one check of the real list on a repository of its own. */
async function found(name: string, files: Files, fix = false): Promise<string> {
  const folder = folderOf(files)
  const check = checksOf(folder, () => files, fix).find((entry) => entry.name === name)
  return ((await check?.run()) ?? ['no such check']).join('\n')
}

test.each(['check', 'docs'])('%s refuses an argument that it does not know', async (script) => {
  const { code, output } = await run(root, tsx, [`scripts/${script}.ts`, '--fixx'])
  expect(code).toBe(2)
  expect(output).toContain(`${script}: unknown argument --fixx; it takes`)
})

test('check ends with 0 when the chosen checks pass, and with 1, the fault and a remedy when one does not', async () => {
  const rules = { '.oxlintrc.json': readFileSync(join(root, '.oxlintrc.json'), 'utf8') }
  const folder = folderOf(filesOf({ ...rules, 'packages/a/src/utils.ts': '// A.\nexport const a = 1\n' }))
  await run(folder, 'git', ['init', '-q'])
  const check = join(root, 'scripts/check.ts')
  const good = await run(folder, tsx, [check, 'lint'])
  expect(good.output).toMatch(/^ok {3}lint +[\d.]+ s\nall ok in +[\d.]+ s\n$/)
  expect(good.code).toBe(0)
  const bad = await run(folder, tsx, [check, 'lint', 'house'])
  expect(bad.output).toContain('FAIL house')
  expect(bad.output).toContain('     packages/a/src/utils.ts has "utils" in its name')
  expect(bad.output).toContain('  -> Each line says what the house rules ask for instead')
  expect(bad.output).toContain('failed: house')
  expect(bad.code).toBe(1)
})

test('docs only compares with --check, writes without, and ends with 1 while something is wrong', async () => {
  const folder = folderOf(filesOf({ 'tsconfig.json': {}, 'README.md': '[a](missing.md)\n' }))
  await run(folder, 'git', ['init', '-q'])
  const docs = join(root, 'scripts/docs.ts')
  const compared = await run(folder, tsx, [docs, '--check'])
  expect(compared.output).toContain('docs/tool-catalog.md is missing; write it with `pnpm run docs`')
  expect(compared.code).toBe(1)
  expect(existsSync(join(folder, 'docs/tool-catalog.md'))).toBe(false)
  const written = await run(folder, tsx, [docs])
  expect(written.output).toContain('wrote docs/tool-catalog.md')
  expect(written.output).not.toContain('docs/tool-catalog.md is missing')
  expect(written.output).toContain('README.md:1 links to missing.md')
  expect(written.code).toBe(1)
  expect(readFileSync(join(folder, 'docs/tool-catalog.md'), 'utf8')).toContain('## ask_user_question')
})

test('types go red on a type error', async () => {
  const project = {
    'package.json': { type: 'module' },
    'tsconfig.json': { compilerOptions: compiler, include: ['*.ts'] },
  }
  expect(await found('types', filesOf({ ...project, 'a.ts': 'export const a: number = 1\n' }))).toBe('')
  expect(await found('types', filesOf({ ...project, 'a.ts': "export const a: number = 'x'\n" }))).toContain(
    'a.ts(1,14): error',
  )
})

test('lint goes red under the rules of this repository, and mends what it can', async () => {
  const rules = { '.oxlintrc.json': readFileSync(join(root, '.oxlintrc.json'), 'utf8') }
  expect(await found('lint', filesOf({ ...rules, 'packages/a/src/a.ts': 'export const a = 1\n' }))).toBe('')
  const source = "import fs from 'fs'\nexport const a = (b: any) => b == fs\ndebugger\nconsole.log(a)\n"
  const lint = await found('lint', filesOf({ ...rules, 'packages/a/src/a.ts': source }))
  for (const rule of ['no-explicit-any', 'eqeqeq', 'no-debugger', 'no-console', 'prefer-node-protocol'])
    expect(lint).toContain(rule)
  const spec = "import { expect, test, vi } from 'vitest'\ntest('holds', () => { expect(1) })\n"
  expect(await found('lint', filesOf({ ...rules, 'packages/a/tests/a.spec.ts': spec }))).toContain('valid-expect')
  expect(await found('lint', filesOf({ ...rules, 'a.ts': "import fs from 'fs'\nexport const a = fs\n" }), true)).toBe(
    '',
  )
})

test('unused goes red on a file, an export and a dependency that nobody uses', async () => {
  const face = "import { b } from './b.ts'\nconsole.log(b)\n"
  const project = { 'package.json': { name: 'a', main: 'index.ts' }, 'index.ts': face, 'b.ts': 'export const b = 1\n' }
  expect(await found('unused', filesOf(project))).toBe('')
  const unused = await found(
    'unused',
    filesOf({
      ...project,
      'package.json': { name: 'a', main: 'index.ts', dependencies: { yaml: '2.9.1' } },
      'b.ts': 'export const b = 1\nexport const c = 2\n',
      'd.ts': 'export const d = 1\n',
    }),
  )
  for (const part of ['Unused files', 'd.ts', 'Unused dependencies', 'yaml', 'Unused exports', 'c ']) {
    expect(unused).toContain(part)
  }
})

test('unused knows the plugins that a composition names, in either form of YAML and in groups', async () => {
  const project = {
    'package.json': { name: 'a', workspaces: ['packages/*'] },
    'packages/p/package.json': { name: 'p' },
    'packages/p/compositions/a.yml':
      '- { id: one, name: ../plugins/one.ts }\n- name: b\n  config:\n    - name: ../plugins/two.ts\n',
    'packages/p/plugins/one.ts': 'export function apply() {}\n',
    'packages/p/plugins/two.ts': 'export function apply() {}\n',
    'packages/p/plugins/three.ts': 'export function apply() {}\n',
  }
  const unused = await found('unused', filesOf(project))
  expect(unused).toContain('three.ts')
  expect(unused).not.toMatch(/one\.ts|two\.ts/)
})

test('packages go red on what only the tarball shows', async () => {
  const manifest = (folder: string, target: string, dependencies: object): object => ({
    name: `@s/${folder}`,
    version: '1.0.0',
    type: 'module',
    license: 'MIT',
    files: ['lib', 'README.zh.md'],
    dependencies,
    exports: { '.': './src/index.ts' },
    repository: 'github:s/s',
    publishConfig: { exports: { '.': { types: target.replace('.js', '.d.ts'), default: target } } },
  })
  const project = { compilerOptions: { ...compiler, rootDir: 'src', outDir: 'lib', composite: true }, include: ['src'] }
  const packed = (folder: string, target: string, dependencies: object): object => ({
    [`packages/${folder}/package.json`]: manifest(folder, target, dependencies),
    [`packages/${folder}/tsconfig.json`]: project,
    [`packages/${folder}/src/index.ts`]: "import ts from 'typescript'\nexport const a: string = ts.version\n",
    [`packages/${folder}/README.md`]: '# A\n',
    [`packages/${folder}/README.zh.md`]: '# A\n',
  })
  const shared = {
    'package.json': { private: true },
    'pnpm-workspace.yaml': 'packages: [packages/*]\n',
    LICENSE: 'MIT\n',
  }
  const good = packed('good', './lib/index.js', { typescript: '6.0.3' })
  expect(await found('packages', filesOf({ ...shared, ...good }))).toBe('')
  const bad = await found('packages', filesOf({ ...shared, ...packed('bad', './lib/main.js', {}) }))
  expect(bad).toContain('./lib/main.js but the file does not exist')
  expect(bad).toContain('node16 (from ESM): Resolution failed')
  expect(bad).toContain('packages/bad packs lib/index.js, which imports typescript; add typescript to its dependencies')
})

test('packages stop at a build that fails', async () => {
  const files = filesOf({
    'packages/a/package.json': { name: 'a' },
    'packages/a/src/a.ts': "export const a: number = 'x'\n",
    'packages/a/tsconfig.json': { compilerOptions: { ...compiler, outDir: 'lib', rootDir: 'src' }, include: ['src'] },
  })
  expect(await found('packages', files)).toContain("Type 'string' is not assignable to type 'number'")
})

test('house goes red on its rules', async () => {
  expect(await found('house', filesOf({ 'packages/a/src/utils.ts': 'export const a = 1;\n' }))).toContain(
    'has "utils" in its name',
  )
})

test('what writes comes before what reads when things are to be put right', () => {
  const names = checksOf(root, () => new Map(), true).map(({ name }) => name)
  expect(names.slice(0, 2).toSorted()).toEqual(['docs', 'lint'])
  expect(names.toSorted()).toEqual(
    checksOf(root, () => new Map(), false)
      .map(({ name }) => name)
      .toSorted(),
  )
})

test('every check says what to do, and the script that CI runs is there', () => {
  for (const { name, remedy } of checksOf(root, () => new Map(), false)) expect(remedy, name).toMatch(/^[A-Z].+\.$/)
  expect(existsSync(join(root, '.ci/run'))).toBe(true)
})
