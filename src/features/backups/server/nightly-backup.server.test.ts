import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { flushEmails } from '#features/accounts/server/send-email.server.ts'
import { openBucket } from '#platform/files/storage.server.ts'
import { sendEmail } from '#platform/mail/mail.server.ts'
import { setSiteOrigin } from '#platform/process/site-origin.server.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import {
  addCompleteBackup,
  findBackupAge,
  findBackupState,
  notifyOfOverdueBackup,
} from './backup-runs.server.ts'
import { makeNightlyBackup } from './nightly-backup.server.ts'

vi.mock('#platform/mail/mail.server.ts', { spy: true })
setSiteOrigin({ SITE_URL: 'https://paper.example' }, 0)

const NIGHT = new Date('2026-11-23T02:50:00Z')
const hoursLater = (hours: number) => new Date(NIGHT.getTime() + hours * 3_600_000)
const database = await createTestDatabase()
const { db, pool } = database
let parent: string
let folder: string
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'nightly-backups-'))
  folder = join(parent, 'backups')
})
afterAll(async () => {
  await rm(parent, { recursive: true })
  await database.drop()
})
beforeEach(async () => {
  vi.mocked(sendEmail).mockReset().mockResolvedValue(undefined)
  await emptyTables(pool, 'backup_runs', 'users')
  await pool.query(
    `insert into users (full_name, email, role) values ('A', 'a@example.org', 'admin'), ('B', 'b@example.org', 'editor')`,
  )
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
})

function backUp(now: Date, options: { target?: string; passphrase?: string; signal?: AbortSignal } = {}) {
  return makeNightlyBackup(db, {
    source: { databaseUrl: database.url, uploads: openBucket(join(parent, 'uploads')) },
    target: folder,
    passphrase: undefined,
    cost: 10,
    signal: new AbortController().signal,
    now,
    ...options,
  })
}

async function notify(now: Date): Promise<string[]> {
  await notifyOfOverdueBackup(db, now)
  await flushEmails()
  const sent = vi.mocked(sendEmail).mock.calls.map(([{ to, subject }]) => `${to}: ${subject}`)
  vi.mocked(sendEmail).mockClear()
  return sent
}

it('makes one backup a night, and deletes expired ones and nothing else', async () => {
  const others = [
    'notes.txt',
    'masthead-2026-11-20T11-00-00Z.tar.zst',
    'masthead-2026-11-20T12-00-00Z.tar.zst',
  ]
  for (const name of others) await writeFile(join(folder, name), '')
  expect(await backUp(NIGHT)).toMatchObject({ file: 'masthead-2026-11-23T02-50-00Z.tar.zst', deleted: 1 })
  expect((await readdir(folder)).sort()).toEqual([
    'masthead-2026-11-20T12-00-00Z.tar.zst',
    'masthead-2026-11-23T02-50-00Z.tar.zst',
    'notes.txt',
  ])
  expect(await backUp(hoursLater(19))).toBeUndefined()
  expect(await backUp(hoursLater(24), { passphrase: 'correct horse battery' })).toMatchObject({
    file: 'masthead-2026-11-24T02-50-00Z.tar.zst.enc',
  })
  expect(await findBackupState(db, hoursLater(25))).toEqual({
    lastBackupAt: hoursLater(24).toISOString(),
    error: null,
  })
  expect(await findBackupAge(db, hoursLater(25))).toBe(3_600)
})

it('makes the backup of a night after one of the same day, so that none is older than 36 hours', async () => {
  await backUp(hoursLater(9))
  expect(await backUp(hoursLater(23.5))).toBeUndefined()
  expect(await backUp(hoursLater(24))).toMatchObject({ file: 'masthead-2026-11-24T02-50-00Z.tar.zst' })
})

it('records a failure and notifies the administrators once a day, until a backup succeeds', async () => {
  const missing = join(parent, 'missing')
  const failed = `The folder ${missing} does not exist. Create it first.`
  await expect(backUp(NIGHT, { target: missing })).rejects.toThrow(failed)
  expect(await findBackupState(db, NIGHT)).toEqual({ lastBackupAt: null, error: failed })
  expect(await findBackupAge(db, NIGHT)).toBeNaN()
  expect(await notify(NIGHT)).toEqual(['a@example.org: There is no backup of paper.example'])
  await expect(backUp(hoursLater(1), { target: missing })).rejects.toThrow(failed)
  expect(await notify(hoursLater(1))).toEqual([])
  await expect(backUp(hoursLater(24), { target: missing })).rejects.toThrow(failed)
  expect(await notify(hoursLater(24))).toHaveLength(1)
  await backUp(hoursLater(48))
  expect(await notify(hoursLater(48))).toEqual([])
})

it('notifies of a backup that is older than 36 hours', async () => {
  await addCompleteBackup(db, { file: 'backup', bytes: 1, startedAt: NIGHT })
  expect(await notify(hoursLater(36))).toEqual([])
  expect(await notify(hoursLater(37))).toEqual([
    'a@example.org: No backup of paper.example since 23 November 2026 at 02:50 (London time)',
  ])
})

it('reports failures after the clock was corrected, in spite of later runs', async () => {
  const missing = join(parent, 'missing')
  await backUp(hoursLater(500))
  await expect(backUp(hoursLater(600), { target: missing })).rejects.toThrow()
  expect(await notify(hoursLater(600))).toHaveLength(1)
  expect(await findBackupState(db, NIGHT)).toEqual({ lastBackupAt: null, error: null })
  await backUp(NIGHT)
  expect(await findBackupAge(db, hoursLater(1))).toBe(3_600)
  await expect(backUp(hoursLater(24), { target: missing })).rejects.toThrow()
  expect(await notify(hoursLater(24))).toEqual([
    'a@example.org: No backup of paper.example since 23 November 2026 at 02:50 (London time)',
  ])
})

it('stops at once when the server shuts down, without a file or a recorded failure', async () => {
  const stopping = new AbortController()
  const lock = await pool.connect()
  await lock.query('begin; lock table articles')
  const made = backUp(NIGHT, { signal: stopping.signal })
  await eventually(async () => {
    const { rows } = await pool.query(
      `select from pg_locks join pg_database as d on d.oid = database
       where datname = current_database() and not granted and relation = 'articles'::regclass`,
    )
    expect(rows).toHaveLength(1)
  })
  stopping.abort()
  expect(await made).toBeUndefined()
  await lock.query('rollback')
  lock.release()
  expect(await readdir(folder)).toEqual([])
  expect(await findBackupState(db, NIGHT)).toEqual({ lastBackupAt: null, error: null })
})
