import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { openSiteSession } from '#platform/postgres/site-session.server.ts'
import { parseEnv } from '#platform/process/env.server.ts'
import { captureOutput } from '#platform/testing/capture-output.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { parseBackup, requestPassphrase } from './backup-commands.ts'
import { run } from './cli.ts'
import { openScratchDatabase } from './database-servers.ts'

let site: TestDatabase
let other: TestDatabase
let folder: string
beforeAll(async () => {
  ;[site, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  folder = await mkdtemp(join(tmpdir(), 'backup-commands-'))
  vi.stubEnv('DATABASE_URL', site.url)
  vi.stubEnv('DATA_DIR', join(folder, 'data'))
  vi.stubEnv('MASTHEAD_BACKUP_PASSPHRASE', 'correct horse battery staple')
  await query(site, `insert into articles (title, origin) values ('Original', 'editor')`)
})
afterAll(async () => {
  await Promise.all([site.drop(), other.drop()])
  await rm(folder, { recursive: true })
})

async function query(database: TestDatabase, statement: string): Promise<unknown[]> {
  const client = new DatabaseClient({ connectionString: database.url })
  await client.connect()
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
const titlesOf = (database: TestDatabase) => query(database, 'select title from articles')
const masthead = (...argv: string[]) => captureOutput(() => run(argv))

describe('masthead backup and restore', () => {
  it('backs up to a folder, refuses to overwrite, and restores when the site is to be replaced', async () => {
    const created = await masthead('backup', '--to', folder)
    expect(created).toMatchObject({ status: 0, stderr: '' })
    const [name = ''] = (await readdir(folder)).filter((file) => file.startsWith('masthead-'))
    const file = join(folder, name)
    expect(name).toMatch(/^masthead-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.zst$/)
    expect(created.stdout).toMatch(
      /^Backed up \d+ tables with [\d,]+ rows and 0 uploads \(0 bytes\) to .* \(.* kB\)\.\n$/,
    )
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await masthead('backup', '--to', file)).toMatchObject({
      status: 1,
      stderr: `${file} already exists.\n`,
    })

    await query(site, `update articles set title = 'Changed'`)
    expect(await masthead('restore', file)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^The site already has content \(articles\)\. Use --replace/),
    })
    expect(await titlesOf(site)).toEqual([{ title: 'Changed' }])
    expect(await masthead('restore', file, '--replace')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Restored .*, as of \d{4}-.*Z\.\n$/),
    })
    expect(await titlesOf(site)).toEqual([{ title: 'Original' }])
  })

  it('encrypts with the passphrase of the environment', async () => {
    const file = join(folder, 'encrypted')
    expect(await masthead('backup', '--to', file, '--encrypt')).toMatchObject({ status: 0 })
    expect((await readFile(file)).toString('latin1', 0, 20)).toBe('MASTHEAD-ENCRYPTED-1')
  })

  it('leaves no file when it is interrupted', async () => {
    const target = join(folder, 'interrupted')
    await mkdir(target)
    const closing = new AsyncDisposableStack()
    let files: string[] = []
    let closed: Promise<void> | undefined
    const showProgress = () => {
      files = readdirSync(target)
      closed ??= closing.disposeAsync()
    }
    const terminal = { isInteractive: false, promptSecret: async () => '', showProgress }
    const { unreachable } = expect
    const services = { closing, openDatabase: unreachable, openOutbound: unreachable }
    expect(await parseBackup(['--to', target], terminal)(services)).toBe(1)
    await closed
    expect(files).toEqual([expect.stringMatching(/^\.masthead-.*\.partial-\d+$/)])
    expect(await readdir(target)).toEqual([])
  })

  it('asks for the passphrase of an encrypted backup, and says if there is none', async () => {
    const terminal = { isInteractive: false, showProgress() {}, promptSecret: async () => 'typed' }
    const withoutVariable = parseEnv({})
    expect(await requestPassphrase(withoutVariable, terminal)).toBe('typed')
    await expect(
      requestPassphrase(withoutVariable, { ...terminal, promptSecret: async () => '' }),
    ).rejects.toThrow('The backup is encrypted: enter its passphrase, or set MASTHEAD_BACKUP_PASSPHRASE.')
  })

  it('verifies in a temporary database, also on a machine without a data folder', async () => {
    const closing = new AsyncDisposableStack()
    const dataDir = join(folder, 'new')
    const url = await openScratchDatabase(parseEnv({ DATA_DIR: dataDir }), closing)
    expect(url).toMatch(/^postgres:/)
    await closing.disposeAsync()
    expect(await readdir(dataDir)).toEqual([])
  })

  it.each([
    [
      'a folder that does not exist',
      ['backup', '--to', '/no/such/file'],
      1,
      /^The folder \/no\/such does not exist\./,
    ],
    ['a missing backup', ['restore', '/no/such/file'], 1, /^Backup not found: \/no\/such\/file\./],
    ['no backup', ['restore'], 2, /^Usage: masthead restore FILE/],
    ['an unexpected operand', ['backup', 'now'], 2, /^Usage: masthead backup/],
    ['no destination', ['move'], 2, /^Usage: masthead move --to/],
    ['an invalid destination', ['move', '--to', 'mysql://host'], 1, /DATABASE_URL must begin with postgres/],
  ])('prints one line for %s', async (_, argv, status, message) => {
    const result = await masthead(...argv)
    expect(result.status).toBe(status)
    expect(result.stderr).toMatch(message)
    expect(result.stderr).toMatch(/^[^\n]+\n$/)
  })
})

describe('masthead move', () => {
  it('copies the database and leaves the former one as it is', async () => {
    expect(await masthead('move', '--to', site.url)).toMatchObject({
      status: 1,
      stderr: 'The site already uses this database.\n',
    })
    expect(await masthead('move', '--to', other.url)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/The former database is unchanged\. Set DATABASE_URL to the new address/),
    })
    expect(await titlesOf(other)).toEqual([{ title: 'Original' }])
    expect(await titlesOf(site)).toEqual([{ title: 'Original' }])
  })

  it('refuses a database with content', async () => {
    expect(await masthead('move', '--to', other.url)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The site already has content'),
    })
  })

  it('refuses to copy a database that a running site changes', async () => {
    const running = await openSiteSession(`${site.url}?application_name=courier`)
    try {
      expect(await masthead('move', '--to', other.url, '--replace')).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(
          /^Masthead is running on this database: .*"courier".*\. Stop all its processes first\.\n$/,
        ),
      })
    } finally {
      await running.close()
    }
  })
})
