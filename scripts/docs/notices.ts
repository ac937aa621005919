/** Renders the third-party notices from what is installed. Pure; `installed.ts` walks node_modules. */
import type { Fault } from '../workspace.ts'

/** A package of others that comes along when a package of this workspace is installed. */
export interface Installed {
  readonly name: string
  readonly version: string
  /** An SPDX expression; empty when its package.json declares none. */
  readonly license: string
  /** The packages of this workspace that bring it, by folder. */
  readonly broughtBy: readonly string[]
}

/** Where the page stands. */
export const noticesPage = 'docs/third-party-notices.md'

/** Licences that ask for no more than to be named. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'Python-2.0',
  'Unlicense',
])

/** The whole of the page. */
export function renderNotices(installed: readonly Installed[]): string {
  const rows = installed.map(({ name, version, license, broughtBy }) => {
    const page = `https://www.npmjs.com/package/${name}/v/${version}`
    return `| [${name}](${page}) | ${version} | ${license} | ${broughtBy.join(', ')} |`
  })
  return `${[
    '# Third-party notices',
    `What a published package of this workspace brings when it is installed: its dependencies, and everything that these
need in turn. What the host brings (peers) and what only builds and tests use is not listed. Each package carries the
full text of its licence.`,
    `\`pnpm run docs\` writes this page from what is installed; \`pnpm check\` fails when the two differ.`,
    ['| package | version | licence | comes with |', '| --- | --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n')}\n`
}

/** Packages whose licence is missing or asks for more than to be named. */
export function licenceFaults(installed: readonly Installed[]): Fault[] {
  return installed
    .filter(({ license }) => !isPermissive(license))
    .map(({ name, version, license, broughtBy }) => {
      const message =
        `lists ${name}@${version} (${broughtBy.join(', ')}), whose licence is `
        + `${license === '' ? 'not declared' : `"${license}"`}; replace it, or extend the list in scripts/docs/notices.ts`
      return { file: noticesPage, message }
    })
}

function isPermissive(license: string): boolean {
  const choices = license.replace(/^\((.*)\)$/, '$1').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((part) => permissive.has(part)))
}
