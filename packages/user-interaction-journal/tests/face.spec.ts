import { HarnessError } from '@deepseek-ai/dsh-llm'
import { expect, test } from 'vitest'
import * as face from '../src/index.ts'

test('names the plugin, the journal for other hosts, its errors, and what looks into a file', () => {
  expect(Object.keys(face).toSorted()).toEqual([
    'Config',
    'Journal',
    'JournalError',
    'apply',
    'forgetAsks',
    'inject',
    'journalErrors',
    'name',
    'readJournal',
  ])
  expect(face.name).toBe('user-interaction-journal')
  expect(face.inject).toEqual(['userInteraction'])
})

test('keeps for a week, up to 64 MiB, and needs a file and a surface', () => {
  const given = { file: 'a.jsonl', provider: { name: 'x' } }
  expect(face.Config(given)).toEqual({ ...given, retentionMs: 604_800_000, maxBytes: 67_108_864, compactBytes: 65_536 })
  for (const wrong of [
    {},
    { file: 'a' },
    { provider: { name: 'x' } },
    { ...given, maxBytes: -1 },
    { ...given, maxBytes: NaN },
  ]) {
    expect(() => face.Config(wrong as never)).toThrow(/expected|required/)
  }
})

test('fails with errors of the harness, whose codes and messages are one closed table', () => {
  const error = new face.JournalError('KEY_CONFLICT')
  expect(error).toBeInstanceOf(HarnessError)
  expect(error).toMatchObject({
    name: 'JournalError',
    code: 'KEY_CONFLICT',
    message: face.journalErrors.KEY_CONFLICT.message,
  })
  expect(Object.keys(face.journalErrors)).toEqual(['JOURNAL_FAILED', 'JOURNAL_FULL', 'JOURNAL_LOCKED', 'KEY_CONFLICT'])
})
