import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StartupError } from '#platform/errors/startup-error.ts'
import { openEmbeddedPostgres } from './embedded-postgres.server.ts'
import { installedPostgres } from './installation.server.ts'

const installed = Number.parseInt(installedPostgres().version, 10)

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'masthead-cluster-'))
  // PostgreSQL may run as another user.
  await chmod(dataDir, 0o755)
  await mkdir(join(dataDir, 'postgres'))
})
afterEach(() => rm(dataDir, { recursive: true }))

async function openClusterOf(major: number): Promise<unknown> {
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), `${major}\n`)
  return openEmbeddedPostgres({ dataDir, log: () => {} }).catch((error) => error)
}

it('refuses a database of an earlier major version without changing it, and explains how to move it', async () => {
  const error = await openClusterOf(installed - 1)
  expect(error).toBeInstanceOf(StartupError)
  expect(error).toMatchObject({
    message: `The database in ${join(dataDir, 'postgres')} was created by PostgreSQL ${installed - 1}, and this version of Masthead includes PostgreSQL ${installed}. Run "masthead backup" with the version of Masthead that created it, move this folder away, and run "masthead restore FILE" with this version.`,
  })
  expect(await readdir(join(dataDir, 'postgres'))).toEqual(['PG_VERSION'])
})

it('refuses a database of a later major version and asks for a later version of Masthead', async () => {
  expect(await openClusterOf(installed + 1)).toMatchObject({
    name: 'StartupError',
    message: expect.stringMatching(/install a later version of Masthead\.$/),
  })
})
