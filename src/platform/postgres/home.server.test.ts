import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { startPostgresProcess } from '#platform/testing/postgres-process.ts'
import { openEmbeddedPostgres } from './embedded-postgres.server.ts'
import { installedPostgres } from './installation.server.ts'
import { canRun, isRoot, systemUser } from './user.server.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let folder: string
let stageRoot: string
let logLines: string[]

/** The data folder of a database that this user has created. */
let createdDataDir: string
let creationLog: string[]

beforeAll(async () => {
  await openFolder()
  createdDataDir = await closedFolder()
  await runOnce(createdDataDir)
  creationLog = logLines
})

afterAll(() => rm(join(createdDataDir, '..'), { recursive: true, force: true }))

beforeEach(openFolder)

async function openFolder(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'masthead-home-'))
  await chmod(folder, 0o777)
  stageRoot = join(folder, 'stage')
  logLines = []
}

afterEach(() => rm(folder, { recursive: true, force: true }))

async function runOnce(dataDir: string, installation = installedPostgres()): Promise<void> {
  const postgres = await openEmbeddedPostgres({
    dataDir,
    installation,
    stageRoot,
    log: (line) => line.startsWith('Creating the database in') || logLines.push(line),
  })
  const client = new DatabaseClient({ connectionString: postgres.ownerUrl })
  await client.connect()
  await client.query('create table if not exists kept ()')
  await client.end()
  await postgres.close()
}

async function closedFolder(): Promise<string> {
  const closed = join(folder, 'closed')
  await mkdir(closed, { mode: 0o700 })
  return closed
}

const UNKNOWN_USER = { uid: 54_321, gid: 54_321 }
const OTHER_USER = (await systemUser('nobody')) ?? UNKNOWN_USER
/** Other users must be able to run this Node.js. */
const canSwitchUser = isRoot() && (await canRun(OTHER_USER, process.execPath))

describe.runIf(isRoot())('as root', () => {
  it('the database runs as another user, whom a private data folder lets enter, and the rest keeps its owner', async () => {
    const [data, postgres] = [await stat(createdDataDir), await stat(join(createdDataDir, 'postgres'))]
    expect(data.uid).toBe(0)
    expect(data.mode & 0o777).toBe(0o710)
    expect(postgres.uid).not.toBe(0)
    expect(postgres.gid).toBe(data.gid)
    expect(creationLog).toEqual([])
  })

  it('files that this user cannot reach are stored elsewhere, which is logged once and recorded', async () => {
    const closed = await closedFolder()
    const dataDir = join(closed, 'data')
    const installation = { ...installedPostgres(), folder: join(closed, 'native') }
    await cp(installedPostgres().folder, installation.folder, { recursive: true, verbatimSymlinks: true })

    await runOnce(dataDir, installation)
    const place = await readFile(join(dataDir, 'postgres-location'), 'utf8')
    expect(place).toMatch(/\/stage\/data-[0-9a-f]{8}\/postgres$/)
    expect(logLines).toEqual([
      `PostgreSQL does not run as root, and its user cannot enter ${dataDir}: the database is stored in ${place}.`,
    ])

    await chmod(closed, 0o755)
    await runOnce(dataDir, installation)
    expect(await readFile(join(dataDir, 'postgres-location'), 'utf8')).toBe(place)
    expect(logLines).toHaveLength(1)
  })

  it('a database restored as root gets its owner back', async () => {
    const restored = join(folder, 'restored')
    await cp(createdDataDir, restored, { recursive: true })
    await chmod(restored, 0o755)
    expect((await stat(join(restored, 'postgres'))).uid).toBe(0)
    await runOnce(restored)
    expect((await stat(join(restored, 'postgres'))).uid).not.toBe(0)
  })

  it('a database moved out of its user’s reach fails with a one-line error', async () => {
    const closed = await closedFolder()
    await cp(createdDataDir, join(closed, 'data'), { recursive: true })
    await expect(runOnce(join(closed, 'data'))).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining('open the folders above it'),
    })
  })
})

describe.runIf(canSwitchUser)(
  'as an ordinary user (requires root, and a Node.js that others can run)',
  () => {
    it('the database belongs to that user and keeps its owner under root', async () => {
      const dataDir = join(folder, 'data')
      const first = await startPostgresProcess(dataDir, { user: OTHER_USER })
      expect(first.output.error).toBeUndefined()
      await first.end()
      await runOnce(dataDir)
      expect((await stat(join(dataDir, 'postgres'))).uid).toBe(OTHER_USER.uid)
      const again = await startPostgresProcess(dataDir, { user: OTHER_USER })
      expect(again.output.error).toBeUndefined()
      await again.end()
    })

    it('a folder without write permission fails with a one-line error', async () => {
      const dataDir = join(folder, 'data')
      await mkdir(dataDir, { mode: 0o755 })
      const { output } = await startPostgresProcess(dataDir, { user: OTHER_USER })
      expect(output.error).toBe(
        `StartupError: Masthead cannot write to its data folder ${dataDir} (EACCES): make it writable for this user, or set DATA_DIR to another folder.`,
      )
    })

    it('a user without a name fails with a one-line error', async () => {
      const { output } = await startPostgresProcess(join(folder, 'data'), { user: UNKNOWN_USER })
      expect(output.error).toContain('user 54321 is not in /etc/passwd')
    })

    it('a database of another user fails with a one-line error', async () => {
      const dataDir = join(folder, 'data')
      execFileSync('cp', ['-a', createdDataDir, dataDir])
      await chmod(dataDir, 0o777)
      const { output } = await startPostgresProcess(dataDir, { user: OTHER_USER })
      expect(output.error).toContain('belongs to another user')
    })
  },
)
