import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { startPostgresProcess } from '#platform/testing/postgres-process.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.server.ts'
import { readPidFile } from './pid-file.server.ts'
import { claimDataDir } from './server-claim.server.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const SITE = 'http://localhost:3000'
const HERE = { pid: process.pid, name: SITE }
let dataDir: string
let postgres: EmbeddedPostgres

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'masthead-claim-'))
  await chmod(dataDir, 0o755)
  postgres = await openEmbeddedPostgres({ dataDir, log: () => {} })
})

afterAll(async () => {
  await postgres.close()
  await rm(dataDir, { recursive: true, force: true })
})

it('a second server of a data folder fails with the first one’s process id and address, until that is killed', async () => {
  const first = await startPostgresProcess(dataDir, { site: SITE })
  await expect(claimDataDir(dataDir, HERE)).rejects.toMatchObject({
    name: 'StartupError',
    message: `Masthead is already running on this data folder (process ${first.pid}, ${SITE}). Stop it first, or set DATA_DIR to another folder.`,
  })
  await first.kill()
  await (await claimDataDir(dataDir, HERE)).release()
})

it('a claim waits longer for a killed server, whose end PostgreSQL has not noticed', async () => {
  const { pid } = spawnSync('true')
  const killed = await claimDataDir(dataDir, { pid, name: SITE })
  const claiming = claimDataDir(dataDir, HERE)
  const client = new DatabaseClient({ connectionString: postgres.ownerUrl })
  await client.connect()
  // It looks for the holder when it has waited longer than for others.
  const looked = eventually(async () => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity
       where application_name = $1 and state = 'idle' and query like '%application_name as name%'`,
      [`${HERE.pid} ${HERE.name}`],
    )
    expect(rowCount).toBe(1)
    return 'waiting'
  })
  expect(await Promise.race([claiming, looked])).toBe('waiting')
  await client.end()
  await killed.release()
  await (await claiming).release()
})

it('a claim waits while the former server releases it', async () => {
  const leaving = await claimDataDir(dataDir, HERE)
  const [, coming] = await Promise.all([leaving.release(), claimDataDir(dataDir, HERE)])
  await coming.release()
})

it('the claim survives a crash of the database', async () => {
  const claim = await claimDataDir(dataDir, HERE)
  const pid = (await readPidFile(join(dataDir, 'postgres')))?.pid
  process.kill(Number(pid), 'SIGKILL')
  await eventually(async () => {
    const other = await claimDataDir(dataDir, HERE).catch((error) => error)
    // Until the claim is restored, this one would prevent it.
    await other.release?.()
    expect(other).toMatchObject({ name: 'StartupError' })
  })
  await claim.release()
})
