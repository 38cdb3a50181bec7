import { execFile } from 'node:child_process'
import { access, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startFakeS3 } from '#features/backups/testing/fake-s3.ts'
import { claimUploadsFolder } from '#features/media/server/uploads-folder.server.ts'
import { formatBytes } from '#kernel/format-bytes.ts'
import { openDatabase } from '#platform/database/db.server.ts'
import { migrateJobs } from '#platform/database/jobs.server.ts'
import { migrateDatabase } from '#platform/database/migrate-database.server.ts'
import { StartupError } from '#platform/errors/startup-error.ts'
import { openBucket } from '#platform/files/storage.server.ts'
import { type Env, parseEnv } from '#platform/process/env.server.ts'
import { captureOutput } from '#platform/testing/capture-output.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import type { CheckResult } from '../doctor/check.ts'
import { describeDisk } from '../doctor/machine-checks.server.ts'
import { forgetUntrustedProxy, reportUntrustedProxy } from '../untrusted-proxy.server.ts'
import { parseDoctor, runDoctor } from './doctor-command.ts'

/** Their rows are added by hand, or there is a fixed number of them. */
const LIMITED_BY_PEOPLE = [
  ...[
    'users',
    'accounts',
    'invitations',
    'passkeys',
    'two_factors',
    'jwks',
    'auth_secrets',
    'saved_views',
    'writing_preferences',
    'topics',
    'authors',
    'merged_authors',
    'author_aliases',
  ],
  ...['feeds', 'site_settings', 'first_start_steps', 'article_counts', 'visitor_salts', 'deleted_articles'],
  ...['fronts', 'breaking_bar'],
]

const NOBODY = 65_534

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'doctor-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

async function doctor(
  given: Record<string, string>,
  open: () => Promise<TestDatabase> = async () => database,
) {
  const env: Env = parseEnv({ DATA_DIR: folder, ...given })
  const { status, stdout } = await captureOutput(() => runDoctor(env, open, { asJson: true }))
  const results = JSON.parse(stdout) as CheckResult[]
  const find = (name: string) => results.filter((result) => result.name === name)
  return { status, results, find }
}

describe('masthead doctor', () => {
  it('passes on a working installation, with a fix for each warning', async () => {
    await claimUploadsFolder(database.db, openBucket(join(folder, 'article-images')), { isExclusive: false })
    const { status, results, find } = await doctor({ SITE_URL: 'http://localhost:3000' })
    expect(results.filter((result) => result.status === 'failed')).toEqual([])
    expect(status).toBe(0)
    for (const name of ['node', 'data folder', 'dns', 'database', 'clock', 'uploads folder', 'slow queries'])
      expect(find(name), name).toMatchObject([{ status: 'ok' }])
    for (const { status, fix } of results) expect(fix === undefined).toBe(status === 'ok')
    expect(find('table sizes').map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^page_views: .* \(deleted after 30 days/),
    )
  })

  it('reports a database that a newer version has migrated', async () => {
    const { pool, url } = database
    await pool.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at, release) values ('later', 9e14::bigint, '7.2.0')`,
    )
    try {
      const { status, find } = await doctor({}, async () => {
        await migrateDatabase(url)
        return database
      })
      expect(status).toBe(1)
      expect(find('database')).toMatchObject([
        { status: 'failed', message: expect.stringContaining('Masthead 7.2.0 has applied 1 migration') },
      ])
    } finally {
      await pool.query(`delete from drizzle.__drizzle_migrations where hash = 'later'`)
    }
  })

  it('warns of a pooler that passes no timeouts on', async () => {
    const pooled = openDatabase(database.url, () => {}, `${database.url}?application_name=direct`)
    const check = async () =>
      (await doctor({}, async () => ({ ...pooled, drop: pooled.close }))).find('pooler')
    expect(await check()).toMatchObject([
      {
        status: 'warning',
        message:
          'Queries through the pooler have no idle_in_transaction_session_timeout and no statement_timeout.',
      },
    ])
    await pooled.close()
    expect((await doctor({})).find('pooler')).toEqual([])
  })

  it('warns of a read replica that cannot be used', async () => {
    const check = async (url: string) =>
      (await doctor({ DATABASE_READ_URL: url, DATABASE_URL: database.url })).find('read replica')
    expect(await check('postgres://reader@127.0.0.1:1/masthead')).toMatchObject([
      {
        status: 'warning',
        message: expect.stringMatching(/^The read replica cannot be reached \(.*ECONNREFUSED/),
      },
    ])
    expect(await check(database.url)).toMatchObject([
      { status: 'warning', message: expect.stringContaining('does not replicate that of DATABASE_URL') },
    ])
    expect((await doctor({})).find('read replica')).toEqual([])
  })

  it('knows for each table whether it grows, and what limits it', async () => {
    await migrateJobs(database.url)
    const { find } = await doctor({})
    const listed = find('table sizes').flatMap(
      ({ message }) => /^([\w.]+): .* \(.+\)$/.exec(message)?.[1] ?? [],
    )
    const { rows } = await database.pool.query(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    )
    const expected = [...rows.map(({ name }) => name), 'pgboss.job_common']
    expect([...listed, ...LIMITED_BY_PEOPLE].sort()).toEqual(expected.sort())
  })

  it('reports a data folder that cannot be written, and an uploads folder of another site', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const broken = await doctor({ DATA_DIR: join(file, 'data') })
    expect(broken.status).toBe(1)
    expect(broken.find('data folder')).toMatchObject([
      { status: 'failed', fix: expect.stringContaining('DATA_DIR') },
    ])
    const other = await doctor({ DATA_DIR: join(folder, 'other') })
    expect(other.find('uploads folder')).toMatchObject([{ status: 'warning' }])
  })

  it('reports changes that are not purged from the CDN', async () => {
    const cdn = { CDN: 'varnish', CDN_PURGE_URL: 'http://127.0.0.1:6081' }
    const { pool } = database
    expect((await doctor({})).find('cdn')).toEqual([])
    expect((await doctor(cdn)).find('cdn')).toMatchObject([{ status: 'warning' }])
    await pool.query(`insert into cdn_state (target, build) values ('varnish', 'b1')`)
    expect((await doctor(cdn)).find('cdn')).toMatchObject([{ status: 'ok' }])
    await pool.query(
      `insert into cdn_purges (change, created_at) values ('{}', now() - interval '2 minutes')`,
    )
    expect((await doctor(cdn)).find('cdn')).toMatchObject([
      { status: 'failed', message: expect.stringMatching(/^A change of \d.* has not been purged/) },
    ])
    await pool.query(`update cdn_state set failing_since = now(), error = 'edge refused the purge'`)
    expect((await doctor(cdn)).find('cdn')).toMatchObject([
      { status: 'failed', message: expect.stringMatching(/: edge refused the purge. 1 change waiting.$/) },
    ])
    await pool.query('delete from cdn_state; delete from cdn_purges')
  })

  it('reports a proxy that TRUST_PROXY does not include, until the next start', async () => {
    const env = parseEnv({ DATA_DIR: folder })
    expect((await doctor({})).find('proxy')).toEqual([])
    await reportUntrustedProxy(env, '172.17.0.1')
    expect((await doctor({})).find('proxy')).toMatchObject([
      { status: 'warning', message: expect.stringContaining('A proxy at 172.17.0.1 forwards requests') },
    ])
    await forgetUntrustedProxy(env)
    expect((await doctor({})).find('proxy')).toEqual([])
  })

  it('reports what a killed restore has left', async () => {
    const left = join(folder, `restoring-uploads-2147483647@${hostname()}-abc123`)
    await mkdir(left)
    await writeFile(join(left, 'image.webp'), Buffer.alloc(1_200_000))
    const { find } = await doctor({})
    expect(find('temporary files')).toMatchObject([
      { status: 'warning', message: `${left} is left of an interrupted restore or verification: 1.2 MB.` },
    ])
    await rm(left, { recursive: true })
    expect((await doctor({})).find('temporary files')).toEqual([])
  })

  it('explains a folder that this user must not use, with one fix', async () => {
    const closed = await mkdtemp(join(folder, 'closed-'))
    await chmod(folder, 0o755)
    await chmod(closed, 0o000)
    const script = `
      const [{ runChecks }, { machineChecks }] = await Promise.all([import('./check.ts'), import('./machine-checks.server.ts')])
      const checks = machineChecks({ DATA_DIR: ${JSON.stringify(closed)} }).filter(({ name }) => name === 'data folder')
      console.log(JSON.stringify(await runChecks(checks)))`
    // Root may use all folders.
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { cwd: join(import.meta.dirname, '../doctor'), ...user },
    )
    expect(JSON.parse(stdout)).toEqual([
      {
        name: 'data folder',
        status: 'failed',
        message: `${closed} is not writable: make it writable for this user, or use another folder.`,
      },
    ])
  })

  it('shows the sizes of folders and files with their limits', async () => {
    const backups = join(folder, 'nightly')
    await mkdir(backups, { recursive: true })
    await writeFile(join(backups, 'backup'), 'x'.repeat(1_500))
    await writeFile(join(folder, 'postgres.log'), 'x'.repeat(2_500))
    const { find } = await doctor({ BACKUP_TO: backups })
    const messages = find('folder sizes').map(({ message }) => message)
    expect(messages).toContain(`${backups}: 1.5 kB (the newest backups of 7 days, 4 weeks and 12 months)`)
    expect(messages).toContainEqual(expect.stringMatching(/\/postgres\.log: 2\.5 kB \(replaced /))
    const { find: findElsewhere } = await doctor({
      DATABASE_URL: database.url,
      BACKUP_TO: 's3://bucket/site',
    })
    expect(findElsewhere('folder sizes').map(({ message }) => message)).not.toContainEqual(
      expect.stringMatching(/postgres|s3:|nightly/),
    )
  })

  it('checks that backups can be stored', async () => {
    expect((await doctor({})).find('backup folder')).toEqual([])
    const stored = await doctor({ BACKUP_TO: folder })
    expect(stored.find('backup folder')).toMatchObject([
      { status: 'ok', message: expect.stringMatching(/ is writable, with .* free$/) },
    ])
    const missing = join(folder, 'missing')
    const { status, find } = await doctor({ BACKUP_TO: missing })
    expect(status).toBe(1)
    expect(find('backup folder')).toMatchObject([
      { status: 'failed', message: `The folder ${missing} does not exist. Create it first.` },
    ])
    await expect(access(missing)).rejects.toThrow('ENOENT')

    await using bucket = await startFakeS3()
    vi.stubEnv('DATA_DIR', folder)
    vi.stubEnv('AWS_ENDPOINT_URL', bucket.origin)
    vi.stubEnv('AWS_REGION', 'eu-central-1')
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
    onTestFinished(() => void vi.unstubAllEnvs())
    const inBucket = { BACKUP_TO: 's3://my-bucket/courier' }
    expect((await doctor(inBucket)).find('backup folder')).toMatchObject([{ status: 'ok' }])
    bucket.fail = () => 403
    expect((await doctor(inBucket)).find('backup folder')).toMatchObject([
      { status: 'failed', message: expect.stringContaining('s3://my-bucket refuses access') },
    ])
  })

  it.each([
    [63, true, 'failed', ': nothing is saved'],
    [63, false, 'failed', ': uploads, ingests and backups are refused'],
    [199, true, 'failed', ': uploads, ingests and backups are refused'],
    [1_000, true, 'warning', ''],
    [3_000, true, 'ok', ''],
  ])('reports a disk with %i MiB free (of the database: %s)', (freeMiB, isOfDatabase, status, effect) => {
    const disk = { folder: '/data', freeBytes: freeMiB * 1024 ** 2, totalBytes: 1e10 }
    expect(describeDisk(disk, { isOfDatabase })).toMatchObject({
      status,
      message: `${formatBytes(disk.freeBytes)} of 10 GB is free on the disk of /data${effect}`,
    })
  })

  it('warns if the memory does not suffice for the workers', async () => {
    expect((await doctor({})).find('memory')).toMatchObject([{ status: 'ok' }])
    const constrained = vi.spyOn(process, 'constrainedMemory').mockReturnValue(2 * 1024 ** 3)
    const { find } = await doctor({ WORKERS: '4' })
    constrained.mockRestore()
    expect(find('memory')).toMatchObject([
      { status: 'warning', message: '2.1 GB of memory for 4 workers, which need up to 2.4 GB.' },
    ])
  })

  it('says that the disk of another PostgreSQL server is not monitored', async () => {
    expect((await doctor({})).find('database disk')).toEqual([])
    const { status, find } = await doctor({ DATABASE_URL: database.url })
    expect(find('database disk')).toMatchObject([
      { status: 'warning', message: expect.stringContaining('is not monitored') },
    ])
    expect(status).toBe(0)
  })

  it('reports a mail server, a name and a certificate that cannot be reached', async () => {
    const { status, find } = await doctor({
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'news@example.org',
      SITE_URL: 'https://127.0.0.1:1',
    })
    expect(status).toBe(1)
    expect(find('email')).toMatchObject([
      { status: 'failed', message: expect.stringContaining('ECONNREFUSED') },
    ])
    expect(find('tls')).toMatchObject([
      { status: 'failed', message: expect.stringContaining('ECONNREFUSED') },
    ])
  })

  it('reports a query that has been running for a long time', async () => {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query(`set local idle_in_transaction_session_timeout = 0`)
      const { find } = await doctor({}, async () => ({
        ...database,
        pool: new Proxy(database.pool, {
          get: (pool, name) =>
            name === 'query'
              ? (text: string, values?: unknown[]) =>
                  pool.query(
                    text,
                    values?.map((value) => (value === 30 ? 0 : value)),
                  )
              : Reflect.get(pool, name),
        }),
      }))
      const { rows } = await client.query('select pg_backend_pid() as pid')
      expect(find('slow queries')).toContainEqual(
        expect.objectContaining({
          status: 'warning',
          fix: expect.stringContaining(`pg_terminate_backend(${rows[0].pid})`),
        }),
      )
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('reports a database that cannot be opened, beside the other checks', async () => {
    const message = 'The database cannot be reached. Check DATABASE_URL and that PostgreSQL is running.'
    const { status, find } = await doctor({}, () => Promise.reject(new StartupError(message)))
    expect(status).toBe(1)
    expect(find('database')).toEqual([{ name: 'database', status: 'failed', message }])
    expect(find('node')).toMatchObject([{ status: 'ok' }])
  })

  it('names a fix for errors that have none', async () => {
    const fail = () => Promise.reject(new Error('connection lost'))
    const fixOf = async (given: Record<string, string>) => (await doctor(given, fail)).find('database')
    expect(await fixOf({ DATABASE_URL: database.url })).toMatchObject([
      { message: 'connection lost', fix: 'Check DATABASE_URL and that PostgreSQL is running.' },
    ])
    expect(await fixOf({})).toMatchObject([
      { message: 'connection lost', fix: `Read the log of PostgreSQL, ${join(folder, 'postgres.log')}.` },
    ])
  })

  it('prints one line for each check, problems first, and a summary', async () => {
    const env = parseEnv({ DATA_DIR: folder, DATABASE_URL: database.url })
    const fail = () => Promise.reject(new Error('connection lost'))
    const { stdout } = await captureOutput(() => runDoctor(env, fail, { asJson: false }))
    const lines = stdout.trimEnd().split('\n')
    expect(lines[0]).toMatch(/^failed {3}database {9}connection lost\. Fix: Check DATABASE_URL/)
    expect(lines).toContainEqual(expect.stringMatching(/^warning {2}dns .* Fix: Set SITE_URL/))
    expect(lines).toContainEqual(expect.stringMatching(/^ok {7}node {13}Node\.js 2\d/))
    const order = lines.map((line) => ['failed', 'warning', 'ok'].indexOf(line.split(' ', 1)[0] ?? ''))
    const checks = order.slice(0, -2)
    expect(checks).toEqual(checks.toSorted())
    const count = (status: number) => checks.filter((one) => one === status).length
    expect(lines.slice(-2)).toEqual(['', `1 problem, ${count(1)} warnings, ${count(2)} checks passed`])
  })

  it.each([['--yaml'], ['now']])('refuses %s', (argument) => {
    expect(() => parseDoctor([argument])).toThrow('Usage: masthead doctor [--json]')
  })
})
