import { chmod } from 'node:fs/promises'
import {
  createTemporaryFolder,
  removeTemporaryFolder,
} from '#features/backups/server/temporary-folders.server.ts'
import { openEmbeddedPostgres } from '#platform/postgres/embedded-postgres.server.ts'
import { claimDataDir } from '#platform/postgres/server-claim.server.ts'
import type { Env } from '#platform/process/env.server.ts'
import { type OwnedDatabaseServer, openDatabaseServer } from '../services.server.ts'
import { printWarning } from './command.ts'

/**
 * Keeps the site from starting on the embedded database.
 *
 * @param command shown by such a start
 * @throws StartupError if the site is running
 */
export async function openStoppedServer(
  env: Env,
  closing: AsyncDisposableStack,
  command: string,
): Promise<OwnedDatabaseServer> {
  const server = await openDatabaseServer(env, closing, { onLockWait: printWarning, migrates: true })
  if (server.isEmbedded) {
    const claim = await claimDataDir(env.DATA_DIR, { pid: process.pid, name: command })
    closing.defer(() => claim.release())
  }
  return server
}

/**
 * Starts a temporary PostgreSQL server below DATA_DIR, whose disk has space for a copy.
 *
 * @returns the owner's URL
 */
export async function openScratchDatabase(env: Env, closing: AsyncDisposableStack): Promise<string> {
  const dataDir = await createTemporaryFolder(env.DATA_DIR, 'scratch-database')
  closing.defer(() => removeTemporaryFolder(dataDir))
  // PostgreSQL may run as another user.
  await chmod(dataDir, 0o711)
  const postgres = await openEmbeddedPostgres({ dataDir, log: () => {}, throwaway: true })
  closing.defer(() => postgres.close())
  return postgres.ownerUrl
}
