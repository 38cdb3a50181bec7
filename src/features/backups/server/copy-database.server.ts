import { PassThrough } from 'node:stream'
import type { BackupManifest } from '../rules/backup-format.ts'
import { createBackup } from './create-backup.server.ts'
import { restoreBackup } from './restore-backup.server.ts'

type CopyOptions = { replace?: boolean; onProgress?: (step: string) => void }

/**
 * Copies a database without the uploads, and compares the copy, which continues from where the site was stopped.
 *
 * @throws {StartupError} if the other database cannot be replaced, which is then unchanged
 */
export async function copyDatabase(
  fromUrl: string,
  toUrl: string,
  options: CopyOptions = {},
): Promise<BackupManifest> {
  const stream = new PassThrough()
  const [, { manifest }] = await Promise.all([
    createBackup({ databaseUrl: fromUrl, uploadsFolder: undefined }, stream),
    restoreBackup({ databaseUrl: toUrl, uploadsFolder: undefined }, stream, {
      passphrase: async () => '',
      isMove: true,
      ...options,
    }),
  ])
  return manifest
}
