import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { mountMemory, resizeMemory, unmountMemory } from '#platform/testing/mount-memory.ts'
import { type PostgresProcess, startPostgresProcess } from '#platform/testing/postgres-process.ts'
import { ensureCluster } from './cluster.server.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.server.ts'
import { findPostgresHome } from './home.server.ts'
import { installedPostgres } from './installation.server.ts'
import { joinServer } from './join.server.ts'
import { isAlive, isPostmaster, readPidFile } from './pid-file.server.ts'
import { SITE_SETTINGS, stopPostmaster } from './postmaster.server.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let folder: string
let dataDir: string
let opened: EmbeddedPostgres[] = []
/** Two processes that started at once on a data folder with the remains of an interrupted attempt, and have ended. */
let starts: PostgresProcess[]
let isStopped: boolean

let createdDataDir: string

afterAll(() => rm(join(createdDataDir, '..'), { recursive: true, force: true }))

/** Creates one database that the other tests copy: creating one takes several times as long. */
beforeAll(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'masthead-embedded-'))
  await chmod(parent, 0o755)
  createdDataDir = dataDir = join(parent, 'data')
  const dead = spawn('true')
  await once(dead, 'exit')
  await mkdir(join(dataDir, `postgres.new-${dead.pid}`, 'base'), { recursive: true })
  starts = await Promise.all([startPostgresProcess(dataDir), startPostgresProcess(dataDir)])
  const pid = await postmaster()
  await Promise.all(starts.map((start) => start.end()))
  isStopped = !(await runs(pid))
})

function copyCreated(): void {
  execFileSync('cp', ['-a', createdDataDir, dataDir])
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'masthead-embedded-'))
  await chmod(folder, 0o755)
  dataDir = join(folder, 'data')
})

afterEach(async () => {
  for (const postgres of opened) await postgres.close()
  opened = []
  await rm(folder, { recursive: true, force: true })
})

async function open(): Promise<EmbeddedPostgres> {
  const postgres = await openEmbeddedPostgres({ dataDir, log: () => {} })
  opened.push(postgres)
  return postgres
}

async function query(url: string, sql: string): Promise<Record<string, unknown> | undefined> {
  const client = new DatabaseClient({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows[0]
  } finally {
    await client.end()
  }
}

async function postmaster(): Promise<number> {
  const file = await readPidFile(join(dataDir, 'postgres'))
  return file?.pid ?? Number.NaN
}

function runs(pid: number): Promise<boolean> {
  return isPostmaster(pid, join(dataDir, 'postgres'))
}

async function killPostmaster(): Promise<void> {
  const pid = await postmaster()
  process.kill(pid, 'SIGKILL')
  await eventually(async () => expect(await runs(pid)).toBe(false))
}

describe('an embedded PostgreSQL', () => {
  it('treats letters of every language as letters, requires the password, syncs commits, limits its log, and gives the site a role that can neither run programs nor change the schema', async () => {
    copyCreated()
    await writeFile(join(dataDir, 'postgres.log'), Buffer.alloc(6 * 1024 * 1024, 'x'))
    const before = await open()
    const url = before.ownerUrl
    await query(url, 'create extension pg_trgm')
    expect(
      await query(
        url,
        `select lower('ÉЖ') as lower, 'Жук' ilike 'жУК' as same, cardinality(show_trgm('Жук')) as grams,
          current_setting('fsync') as fsync`,
      ),
    ).toEqual({ lower: 'éж', same: true, grams: 4, fsync: 'on' })

    await expect(query(url.replace(/:[0-9a-f]+@/, ':wrong@'), 'select 1')).rejects.toMatchObject({
      code: '28P01',
    })
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600)

    expect((await stat(join(dataDir, 'postgres.log'))).size).toBeLessThan(10_000)
    expect((await stat(join(dataDir, 'postgres.log.1'))).size).toBe(6 * 1024 * 1024)

    // The role of the site is missing from clusters of earlier versions.
    await query(before.ownerUrl, 'drop role masthead_app')
    await before.close()
    const { url: siteUrl, ownerUrl } = await open()
    await query(ownerUrl, 'create table articles (id int)')
    expect(await query(siteUrl, 'select current_user as role')).toEqual({ role: 'masthead_app' })
    const attempts = [
      `copy (select 1) to program 'id'`,
      `create table programs (line text)`,
      `copy articles from '/etc/passwd'`,
      `alter system set log_statement = 'all'`,
      'drop table articles',
      'create role other',
      'create database other',
      `select pg_read_file('/etc/passwd')`,
      'set role masthead',
    ]
    for (const attempt of attempts)
      await expect(query(siteUrl, attempt), attempt).rejects.toMatchObject({ code: '42501' })
    expect(
      await query(
        ownerUrl,
        `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
      from pg_roles where rolname = 'masthead_app'`,
      ),
    ).toEqual({
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
    })
  })
})

describe('several processes on one data folder', () => {
  it('that start at once create one database and share its server, even after an interrupted attempt', async () => {
    const [one, two] = starts.map(({ output }) => output)
    expect([one?.error, two?.error]).toEqual([undefined, undefined])
    expect(one?.url).toMatch(/^postgres:/)
    expect(two?.url).toBe(one?.url)
    expect(isStopped).toBe(true)
    expect((await readdir(createdDataDir)).sort()).toEqual([
      'postgres',
      'postgres-password',
      'postgres-port',
      'postgres.log',
    ])
  })

  it('leave the server to each other in whatever order they close', async () => {
    copyCreated()
    const [first, second, third] = [await open(), await open(), await open()]
    expect(first.adopted).toBe(false)
    expect(second).toMatchObject({ adopted: true, ownerUrl: first.ownerUrl })
    const pid = await postmaster()
    await first.close()
    expect(await query(third.ownerUrl, 'select 1 as one')).toEqual({ one: 1 })
    await third.close()
    expect(await query(second.ownerUrl, 'select 1 as one')).toEqual({ one: 1 })
    await second.close()
    expect(await runs(pid)).toBe(false)
  })

  it('may start while the last one is stopping the server', async () => {
    copyCreated()
    const leaving = await open()
    const [, coming] = await Promise.all([leaving.close(), open()])
    expect(await query(coming.ownerUrl, 'select 1 as one')).toEqual({ one: 1 })
  })
})

const HEALED = { timeout: 5_000, interval: 50 }

describe('after a crash', () => {
  it('of Masthead, the next start adopts the running server and stops it at the end', async () => {
    copyCreated()
    const killed = await startPostgresProcess(dataDir)
    await killed.kill()
    const pid = await postmaster()
    expect(await runs(pid)).toBe(true)

    const next = await open()
    expect(next).toMatchObject({ adopted: true, ownerUrl: killed.output.url })
    await next.close()
    // A server that is not our child removes its lock file just before it exits.
    await eventually(async () => expect(await runs(pid)).toBe(false))
  })

  it('of Masthead and the server, the next start recovers all commits', async () => {
    copyCreated()
    const killed = await startPostgresProcess(dataDir)
    await query(String(killed.output.url), 'create table kept as select 1 as one')
    await killed.kill()
    await killPostmaster()

    const next = await open()
    expect(next.adopted).toBe(false)
    expect(await query(next.ownerUrl, 'select one from kept')).toEqual({ one: 1 })
  })

  // PostgreSQL's smart shutdown, and a crash.
  it('of the server by SIGTERM or SIGKILL, it is restarted on the same port within 5 seconds', async () => {
    copyCreated()
    const { ownerUrl: url } = await open()
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const pid = await postmaster()
      process.kill(pid, signal)
      await vi.waitFor(async () => expect(await postmaster(), signal).not.toBe(pid), HEALED)
      await vi.waitFor(async () => expect(await query(url, 'select 1 as one')).toEqual({ one: 1 }), HEALED)
    }
  })

  it('of the server on a full disk, it is restarted on the same port within 5 seconds of free space', async ({
    skip,
  }) => {
    copyCreated()
    const wal = join(dataDir, 'postgres', 'pg_wal')
    const segments = join(folder, 'segments')
    execFileSync('mv', [wal, segments])
    await mkdir(wal)
    if (!mountMemory(wal, 48)) skip('Needs the permission to mount a file system')
    try {
      execFileSync('cp', ['-a', `${segments}/.`, wal])
      execFileSync('chown', [`--reference=${segments}`, wal])
      const { ownerUrl: url } = await open()
      const writing = query(
        url,
        'create table filled as select repeat(md5(n::text), 50) from generate_series(1, 1e5) n',
      )
      await expect(writing).rejects.toThrow()
      await eventually(async () => expect(await query(url, 'select 1').catch(() => 'away')).toBe('away'))
      resizeMemory(wal, 256)
      await vi.waitFor(async () => expect(await query(url, 'select 1 as one')).toEqual({ one: 1 }), HEALED)
      for (const postgres of opened.splice(0)) await postgres.close()
    } finally {
      unmountMemory(wal)
    }
  })

  it('of the server, the restart waits for its port', async () => {
    copyCreated()
    const installation = installedPostgres()
    const home = await findPostgresHome({
      dataDir,
      installation,
      stageRoot: '/var/lib/masthead',
      log: () => {},
    })
    const cluster = await ensureCluster(home, { durable: true })
    const stranger = createServer().listen(0, '127.0.0.1')
    await once(stranger, 'listening')
    const { port } = stranger.address() as AddressInfo
    const { signal } = new AbortController()
    // Called before each attempt.
    const attempt = vi.spyOn(signal, 'throwIfAborted')
    const joined = joinServer(cluster, SITE_SETTINGS, { port, signal })
    const attempted = eventually(() => {
      expect(attempt.mock.calls.length).toBeGreaterThan(2)
      return 'waiting'
    })
    expect(await Promise.race([joined, attempted])).toBe('waiting')
    stranger.close()
    const { client, pid, ...server } = await joined
    expect(server.port).toBe(port)
    await stopPostmaster(pid, cluster.directory)
    await client.end()
  })

  it('the server starts although another program reuses its process id', async () => {
    copyCreated()
    const { uid, gid } = await stat(join(dataDir, 'postgres'))
    const stranger = spawn('sleep', ['600'], {
      ...(process.getuid?.() === 0 && { uid, gid }),
      stdio: 'ignore',
    })
    try {
      const file = join(dataDir, 'postgres', 'postmaster.pid')
      await writeFile(
        file,
        `${stranger.pid}\n${join(dataDir, 'postgres')}\n1700000000\n5432\n\n127.0.0.1\n 0 0\nready\n`,
      )
      await chown(file, uid, gid)
      const postgres = await open()
      expect(postgres.adopted).toBe(false)
      await postgres.close()
      expect(isAlive(Number(stranger.pid))).toBe(true)
    } finally {
      stranger.kill()
    }
  })
})

describe('problems that the operator can fix are one-line errors', () => {
  it('the data folder cannot be created', async () => {
    await writeFile(join(folder, 'file'), '')
    dataDir = join(folder, 'file', 'data')
    await expect(open()).rejects.toMatchObject({
      name: 'StartupError',
      message: `Masthead cannot write to its data folder ${dataDir} (ENOTDIR): make it writable for this user, or set DATA_DIR to another folder.`,
    })
  })

  it('PostgreSQL does not start', async () => {
    copyCreated()
    await writeFile(join(dataDir, 'postgres', 'postgresql.conf'), 'port = nonsense\n')
    await expect(open()).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(
        /^The database in .* did not start: configuration file .* contains errors.*postgres\.log\.$/,
      ),
    })
  })

  it('the password file is lost', async () => {
    copyCreated()
    await rm(join(dataDir, 'postgres-password'))
    await expect(open()).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining('restore it from a backup'),
    })
  })

  it('the password is wrong', async () => {
    copyCreated()
    await writeFile(join(dataDir, 'postgres-password'), 'another')
    await expect(open()).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining('password authentication failed'),
    })
    expect(await postmaster()).toBeNaN()
  })
})
