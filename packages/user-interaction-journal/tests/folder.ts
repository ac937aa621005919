/** Places for journals of one test, gone with it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** The path of a journal that is not there yet. */
export function freshPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'asks.jsonl')
}

/** Limits that no test reaches unless it says so. */
export const limits = { retentionMs: 7 * 24 * 3600 * 1000, maxBytes: 2 ** 26, compactBytes: 2 ** 16 }

/** A folder that stays until the process of the tests ends. */
export function keptFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
