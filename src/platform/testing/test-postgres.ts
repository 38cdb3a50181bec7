import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedPostgres } from '#platform/postgres/embedded-postgres.server.ts'
import { isAlive } from '#platform/postgres/pid-file.server.ts'

export type TestPostgres = {
  /** An empty database, as a superuser. */
  url: string
  stop(): Promise<void>
}

const PREFIX = 'masthead-test-'

export async function startTestPostgres(): Promise<TestPostgres> {
  await removeAbandoned()
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  await chmod(dataDir, 0o711)
  const postgres = await openEmbeddedPostgres({ dataDir, log: () => {}, throwaway: true })
  return {
    url: postgres.ownerUrl,
    async stop() {
      await postgres.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Removes the remains of killed runs. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX) || isAlive(Number.parseInt(name.slice(PREFIX.length), 10))) continue
    const dataDir = join(tmpdir(), name)
    const postgres = await openEmbeddedPostgres({ dataDir, log: () => {}, throwaway: true }).catch(
      () => undefined,
    )
    await postgres?.close()
    await rm(dataDir, { recursive: true, force: true }).catch(() => {})
  }
}
