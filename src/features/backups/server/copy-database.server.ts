import { PassThrough } from 'node:stream'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { type ReportLockWait, reportLockWait } from '#platform/database/lock-wait.server.ts'
import type { BackupManifest } from '../rules/backup-format.ts'
import { createBackup } from './create-backup.server.ts'
import { lockUnusedDatabase, restoreBackup } from './restore-backup.server.ts'

type CopyOptions = {
  replace?: boolean
  onProgress?: (step: string) => void
  onLockWait?: ReportLockWait | undefined
}

/**
 * Does not copy uploads. The site must be stopped: changes made during the copy would be lost.
 *
 * @throws {StartupError} if a server uses either database, or the target cannot be replaced; it is then unchanged
 */
export async function copyDatabase(
  fromUrl: string,
  toUrl: string,
  options: CopyOptions = {},
): Promise<BackupManifest> {
  const source = new DatabaseClient({ connectionString: fromUrl, application_name: 'move' })
  await source.connect()
  try {
    await reportLockWait(source, fromUrl, () => lockUnusedDatabase(source), options.onLockWait)
    const stream = new PassThrough()
    const [, { manifest }] = await Promise.all([
      createBackup({ databaseUrl: fromUrl, uploads: undefined }, stream),
      restoreBackup({ databaseUrl: toUrl, uploads: undefined }, stream, {
        passphrase: async () => '',
        isMove: true,
        ...options,
      }),
    ])
    return manifest
  } finally {
    await source.end()
  }
}
