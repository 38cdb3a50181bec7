import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { migrateDatabase } from '#platform/database/migrate-database.server.ts'
import { openEmbeddedPostgres } from '#platform/postgres/embedded-postgres.server.ts'
import {
  keptFolder,
  listKeptClusters,
  readClusterMajor,
  removeKeptClusters,
} from '#platform/postgres/former-cluster.server.ts'
import { installedPostgres, majorOf } from '#platform/postgres/installation.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { createFormerPostgres } from '#platform/testing/former-postgres.ts'
import { createBackup } from './create-backup.server.ts'
import { upgradeFromBackup, upgradePostgres } from './upgrade-postgres.server.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const former = await createFormerPostgres()
const { installation } = former
const [formerMajor, major] = [majorOf(installation), majorOf(installedPostgres())]

let root: string
let template: string
let backup: Buffer
let dataDir: string
let directory: string
let kept: string
const log = vi.fn()

async function openFormer(folder: string) {
  const opened = await openEmbeddedPostgres({ dataDir: folder, installation, log })
  // The simulated version marks its cluster shortly after the server is ready.
  await eventually(async () => expect(await readClusterMajor(join(folder, 'postgres'))).toBe(formerMajor))
  return opened
}

async function query<Row>(url: string, statement: string): Promise<Row[]> {
  const client = new DatabaseClient({ connectionString: url })
  await client.connect()
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** Describes the database that a start opens. */
async function describeSite() {
  const { ownerUrl, url, close } = await openEmbeddedPostgres({ dataDir, log })
  try {
    const [{ version } = { version: '' }] = await query<{ version: string }>(
      ownerUrl,
      `select current_setting('server_version') as version`,
    )
    const titles = await query<{ title: string }>(url, 'select title from articles order by title')
    return { major: Number.parseInt(version, 10), titles: titles.map(({ title }) => title) }
  } finally {
    await close()
  }
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'upgrade-postgres-'))
  await chmod(root, 0o755)
  template = join(root, 'template')
  const { ownerUrl, close } = await openFormer(template)
  await migrateDatabase(ownerUrl)
  await query(
    ownerUrl,
    `insert into articles (title, origin) values ('One', 'editor'), ('Zwei ü', 'editor');
     grant usage on schema public to masthead_app; grant select on all tables in schema public to masthead_app`,
  )
  const target = new PassThrough()
  const source = { databaseUrl: ownerUrl, uploadsFolder: undefined }
  ;[backup] = await Promise.all([buffer(target), createBackup(source, target)])
  await query(ownerUrl, `insert into articles (title, origin) values ('Two', 'editor')`)
  await close()
})
afterAll(async () => {
  await rm(root, { recursive: true, force: true })
  await former.remove()
})
beforeEach(async () => {
  log.mockClear()
  dataDir = join(await mkdtemp(join(root, 'site-')), 'data')
  await chmod(join(dataDir, '..'), 0o755)
  execFileSync('cp', ['-a', template, dataDir])
  directory = join(dataDir, 'postgres')
  kept = keptFolder(directory, formerMajor)
  return () => rm(join(dataDir, '..'), { recursive: true, force: true })
})

const upgrade = () => upgradePostgres({ dataDir, formerBin: former.bin, log })
const foldersIn = async () =>
  (await readdir(dataDir)).filter((name) => /^postgres(-\d|-upgrade|$)/.test(name))
const ALL = ['One', 'Two', 'Zwei ü']

/** Reads the former cluster with its programs. */
async function expectUnchanged(): Promise<void> {
  const { ownerUrl, close } = await openFormer(dataDir)
  const titles = await query(ownerUrl, 'select title from articles order by title').finally(close)
  expect(titles).toEqual(ALL.map((title) => ({ title })))
}

/** The role of the site gets its privileges from a start. */
async function grantPrivileges(): Promise<void> {
  const { ownerUrl, close } = await openEmbeddedPostgres({ dataDir, log })
  await query(ownerUrl, 'grant select on all tables in schema public to masthead_app').finally(close)
}

describe('a database of an earlier major version', () => {
  it('is upgraded with its programs, and kept beside the new one', async () => {
    expect(await upgrade()).toBe(kept)
    expect(log.mock.calls).toEqual([
      [expect.stringContaining(`from PostgreSQL ${formerMajor} to ${major}`)],
      [expect.stringContaining('Creating the database in ')],
      [expect.stringContaining(`The former one is kept in ${kept} for 14 days.`)],
    ])
    await grantPrivileges()
    expect(await describeSite()).toEqual({ major, titles: ALL })
    expect(await foldersIn()).toEqual(['postgres', `postgres-${formerMajor}-before-upgrade`])
    expect(await readFile(join(kept, 'PG_VERSION'), 'utf8')).toBe(`${formerMajor}\n`)
    expect(await listKeptClusters(directory)).toEqual([{ folder: kept, replacedAt: expect.any(Date) }])
    expect(await upgrade()).toBeUndefined()
  })

  it('can be used again when its folder is renamed back', async () => {
    await upgrade()
    await rm(directory, { recursive: true })
    await rename(kept, directory)
    await expectUnchanged()
  })

  it('is unchanged if the copy fails, and upgraded once the cause is gone', async () => {
    const change = async (statement: string) => {
      const { ownerUrl, close } = await openFormer(dataDir)
      await query(ownerUrl, statement).finally(close)
    }
    await change(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9e14::bigint)`)
    await expect(upgrade()).rejects.toThrow('made by a newer version of Masthead')
    expect(await foldersIn()).toEqual(['postgres'])
    await change(`delete from drizzle.__drizzle_migrations where hash = 'later'`)
    expect(await upgrade()).toBe(kept)
  })

  it('is upgraded after an upgrade that was killed', async () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    const folder = join(dataDir, 'postgres-upgrade')
    await mkdir(join(folder, 'postgres', 'base'), { recursive: true })
    await writeFile(join(folder, 'pid'), String(pid))
    await writeFile(join(folder, 'complete'), '')
    expect(await upgrade()).toBe(kept)
    expect(await foldersIn()).toEqual(['postgres', `postgres-${formerMajor}-before-upgrade`])
  })

  it('is not replaced by two processes at once', async () => {
    const folder = join(dataDir, 'postgres-upgrade')
    await mkdir(folder)
    await writeFile(join(folder, 'pid'), String(process.ppid))
    await expect(upgrade()).rejects.toThrow(
      `Process ${process.ppid} is upgrading the database. Wait until it ends. If no upgrade is running, delete ${folder}.`,
    )
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres-upgrade'))).toEqual([
      'postgres-upgrade',
    ])
  })

  it('is replaced by the start after an upgrade that was killed between the two renames', async () => {
    await upgrade()
    await grantPrivileges()
    const folder = join(dataDir, 'postgres-upgrade')
    await mkdir(folder)
    await writeFile(join(folder, 'complete'), '')
    await rename(directory, join(folder, 'postgres'))
    expect(await upgrade()).toBeUndefined()
    expect(await describeSite()).toEqual({ major, titles: ALL })
    expect(await foldersIn()).toEqual(['postgres', `postgres-${formerMajor}-before-upgrade`])
  })

  it('is kept for 14 days, or until it is removed', async () => {
    const replacedAt = new Date('2026-11-20T08:00:00Z')
    await mkdir(kept)
    await writeFile(join(kept, 'masthead-replaced-at'), replacedAt.toISOString())
    const daysLater = (days: number) => new Date(replacedAt.getTime() + days * 86_400_000)
    expect(await removeKeptClusters(directory, { expiredAt: daysLater(13.9) })).toEqual([])
    expect(await removeKeptClusters(directory, { expiredAt: daysLater(14) })).toEqual([kept])
    expect(await foldersIn()).toEqual(['postgres'])
  })

  it('gets the content of a backup without its programs', async () => {
    const restored = await upgradeFromBackup(
      { dataDir, uploadsFolder: join(dataDir, 'article-images'), log },
      Readable.from([backup], { objectMode: false }),
      { passphrase: async () => '' },
    )
    expect(restored).toEqual({ kept, createdAt: expect.stringMatching(/^\d{4}-.*Z$/) })
    await grantPrivileges()
    expect(await describeSite()).toEqual({ major, titles: ['One', 'Zwei ü'] })
  })

  it('is unchanged if the backup is damaged', async () => {
    const damaged = Readable.from([backup.subarray(0, backup.length / 2)], { objectMode: false })
    const target = { dataDir, uploadsFolder: join(dataDir, 'article-images'), log }
    await expect(upgradeFromBackup(target, damaged, { passphrase: async () => '' })).rejects.toThrow(
      'The backup is damaged',
    )
    expect(await foldersIn()).toEqual(['postgres'])
    await expectUnchanged()
  })

  it('is not replaced while a server uses it', async () => {
    const { close } = await openFormer(dataDir)
    const target = { dataDir, uploadsFolder: join(dataDir, 'article-images'), log }
    await expect(
      upgradeFromBackup(target, Readable.from([backup]), { passphrase: async () => '' }),
    ).rejects.toThrow('is in use by another process of Masthead')
    await close()
  })
})

describe('an upgrade is refused with the action to take', () => {
  const refuse = (formerBin: string | undefined, message: string | RegExp) =>
    expect(upgradePostgres({ dataDir, formerBin, log })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(message),
    })

  it('without the programs of the earlier version', async () => {
    const message = `^The database in ${directory} was created by PostgreSQL ${formerMajor}, and this version of Masthead includes PostgreSQL ${major}\\. .*FORMER_POSTGRES_BIN.*masthead postgres upgrade --from-backup FILE`
    await refuse(undefined, message)
    await expect(openEmbeddedPostgres({ dataDir, log })).rejects.toThrow(new RegExp(message))
  })

  it('with a folder without programs, or with those of another version', async () => {
    await refuse(dataDir, /^FORMER_POSTGRES_BIN must be the "bin" folder/)
    const installed = join(installedPostgres().folder, 'bin')
    await refuse(
      installed,
      new RegExp(`contains PostgreSQL ${major}\\S*, but .* PostgreSQL ${formerMajor}\\.$`),
    )
  })

  it('of a database of a later version', async () => {
    await writeFile(join(directory, 'PG_VERSION'), '99\n')
    expect(await upgrade()).toBeUndefined()
    await expect(openEmbeddedPostgres({ dataDir, log })).rejects.toThrow(
      `PostgreSQL 99, and this version of Masthead includes PostgreSQL ${major}: install a later version of Masthead.`,
    )
  })

  it('of a folder that is a link, and beside the folder of an earlier upgrade', async () => {
    await mkdir(kept)
    await refuse(former.bin, /of an earlier upgrade exists: move it away first\.$/)
    await rename(directory, join(dataDir, 'elsewhere'))
    await symlink(join(dataDir, 'elsewhere'), directory)
    await refuse(former.bin, /is a link or a mount point/)
  })
})
