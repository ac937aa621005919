import { expect, test } from 'vitest'
import { errorFaults, fillErrors } from '../docs/errors.ts'

const table = {
  TOO_LATE: { outcome: 'expired', message: 'late | very late' },
  TOO_EARLY: { outcome: 'failed', message: 'early' },
}
const section = (code: string): string => `## \`${code}\`\n\n**When.** a\n\n**What to do.** b\n\n**Who sees it.** c\n`
const page = `# Errors\n${section('TOO_LATE')}${section('TOO_EARLY')}`

test('writes one row a code, linked to its section', () => {
  const text = fillErrors('<!-- generated: errors -->\n<!-- /generated: errors -->\n', table)
  expect(text).toContain('| [`TOO_LATE`](#too_late) | expired | late \\| very late |')
  expect(text.split('\n').filter((line) => line.startsWith('| ['))).toHaveLength(2)
})

test('is content with one section a code', () => {
  expect(errorFaults(page, table)).toEqual([])
})

test('goes red on a code without a section', () => {
  expect(errorFaults(section('TOO_LATE'), table).map(({ message }) => message)).toEqual([
    'has no section headed `TOO_EARLY`, which is in the error table; write one',
  ])
})

test('goes red on a section without a code, and on one that is told twice', () => {
  expect(errorFaults(page + section('NEVER'), table)).toEqual([
    { file: 'docs/errors.md', line: 16, message: 'describes `NEVER`, which is no code of the table; remove it' },
  ])
  expect(errorFaults(page + section('TOO_LATE'), table)[0]?.message).toContain('a second time')
})

test('goes red on a section that leaves out when, what to do or who sees it', () => {
  const faults = errorFaults(page.replace('**Who sees it.** c\n', ''), table)
  expect(faults.map(({ message }) => message)).toEqual([
    'does not say of `TOO_LATE`: **Who sees it.** Add that paragraph',
  ])
})
