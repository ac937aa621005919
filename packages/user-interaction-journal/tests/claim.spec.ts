import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { claimJournal, ownerOf } from '../src/claim.ts'
import { freshPath } from './folder.ts'

const owner = fileURLToPath(new URL('owner.ts', import.meta.url))

/** The names of the claims beside a journal, without what they have in common. */
function claimsOf(path: string): string[] {
  const prefix = `${basename(path)}.claim-`
  return readdirSync(dirname(path)).flatMap((file) => (file.startsWith(prefix) ? file.slice(prefix.length) : []))
}

/** A process that tries to own a journal, and what came of it. */
async function startOwner(path: string): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', owner, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, said: said.toString().trim() }
}

/** A claim of somebody like this process, but for one part of the name. */
async function forge(path: string, change: (parts: string[]) => string[]): Promise<void> {
  const claim = await claimJournal(path)
  const [name = ''] = claimsOf(path)
  const forged = `${path}.claim-${change(name.split('-')).join('-')}`
  renameSync(`${path}.claim-${name}`, forged)
  await claim.release()
}

test('is refused while another process has the journal, which is named', async () => {
  const path = freshPath()
  const { child, said } = await startOwner(path)
  expect(said).toBe('open')
  await expect(claimJournal(path)).rejects.toMatchObject({
    code: 'JOURNAL_LOCKED',
    message: `nobody was asked: the journal is open in process ${child.pid}`,
  })
  expect((await startOwner(path)).said).toBe('JOURNAL_LOCKED')
})

test('goes to the next when the owner is killed, and what it left is cleared away', async () => {
  const path = freshPath()
  const { child } = await startOwner(path)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(claimsOf(path)).toHaveLength(1)
  const claim = await claimJournal(path)
  expect(claimsOf(path)).toHaveLength(1)
  await claim.release()
  expect(claimsOf(path)).toEqual([])
})

test('goes to no more than one of many that try at the same moment', async () => {
  const path = freshPath()
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => claimJournal(path)))
  expect(tries.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
  for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'JOURNAL_LOCKED' })
  expect(claimsOf(path)).toHaveLength(tries.filter(({ status }) => status === 'fulfilled').length)
})

test('is not held by a later process with the same id', async () => {
  const path = freshPath()
  await forge(path, ([place = '', boot = '', pid = '', start = '', ...rest]) => {
    return [place, boot, pid, String(Number(start) - 1), ...rest]
  })
  expect(await ownerOf(path)).toBeUndefined()
})

test('is not held over a restart of the machine', async () => {
  const path = freshPath()
  await forge(path, ([place = '', _boot, ...rest]) => [place, 'abc', ...rest])
  expect(await ownerOf(path)).toBeUndefined()
})

test('that was made elsewhere is believed, and the error says what to remove', async () => {
  const path = freshPath()
  await forge(path, ([_place, ...rest]) => ['abc', ...rest])
  const [left = ''] = claimsOf(path)
  await expect(claimJournal(path)).rejects.toMatchObject({
    code: 'JOURNAL_LOCKED',
    message: expect.stringContaining(`if it is gone, remove ${path}.claim-${left}`) as string,
  })
  expect(claimsOf(path)).toEqual([left])
})

test('minds no other file of the folder', async () => {
  const path = freshPath()
  for (const file of ['other.claim-1-2-3-4-5', `${basename(path)}.claim-`, `${basename(path)}.claim-x-y`]) {
    writeFileSync(join(dirname(path), file), '')
  }
  await (await claimJournal(path)).release()
  expect(readdirSync(dirname(path))).toHaveLength(3)
})
