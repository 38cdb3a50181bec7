import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { addAbortSignal } from 'node:stream'
import type { Db } from '#platform/database/db.server.ts'
import { backupName } from '../rules/backup-name.ts'
import { listExpiredBackups } from '../rules/retention.ts'
import { findBackupState, recordRun } from './backup-runs.server.ts'
import { storeBackup } from './backup-target.server.ts'
import { type BackupSource, createBackup } from './create-backup.server.ts'

/** A server that starts between two nights makes no backup, unless the last night's is missing. */
const MIN_AGE_MS = 20 * 3_600_000

type Options = {
  source: BackupSource
  folder: string
  /** Encrypts the backup. */
  passphrase: string | undefined
  /** Of the encryption, lower for tests. */
  cost?: number
  /** Stops the backup and removes its file. */
  signal: AbortSignal
  now?: Date
}

/**
 * Makes a backup in `folder` unless there is a recent one, and deletes expired ones.
 *
 * @returns undefined if nothing was to do, or if it was aborted
 * @throws if the backup fails, which is recorded
 */
export async function makeNightlyBackup(
  db: Db,
  { source, folder, passphrase, cost, signal, now = new Date() }: Options,
): Promise<{ file: string; bytes: number; deleted: number } | undefined> {
  const { lastBackupAt } = await findBackupState(db)
  if (lastBackupAt !== null && now.getTime() - Date.parse(lastBackupAt) < MIN_AGE_MS) return undefined
  const file = backupName(now, { isEncrypted: passphrase !== undefined })
  const make = async () => {
    const { bytes } = await storeBackup({ folder, name: file }, (target) =>
      createBackup(source, addAbortSignal(signal, target), { passphrase, ...(cost && { cost }) }),
    )
    return { file, bytes }
  }
  try {
    const made = await recordRun(db, make, { startedAt: now, signal })
    return { ...made, deleted: await deleteExpired(folder) }
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}

async function deleteExpired(folder: string): Promise<number> {
  const expired = listExpiredBackups(await readdir(folder))
  for (const name of expired) await rm(join(folder, name), { force: true })
  return expired.length
}
