import { addAbortSignal } from 'node:stream'
import { DAY_MS, HOUR_MS } from '#kernel/time/durations.ts'
import type { Db } from '#platform/database/db.server.ts'
import { backupName, listExpiredBackups } from '../rules/retention.ts'
import { findBackupState, recordRun } from './backup-runs.server.ts'
import { type BackupSource, createBackup } from './create-backup.server.ts'
import type { BackupStore } from './folder-store.server.ts'
import { openBackupStore } from './locate-backup.server.ts'

/** A night begins at 02:30 UTC, before its backup is scheduled. */
const NIGHT_MS = 2.5 * HOUR_MS

type Options = {
  source: BackupSource
  /** A folder, or `s3://BUCKET/PREFIX`. */
  target: string
  passphrase: string | undefined
  cost?: number
  /** Stops the backup and removes its file. */
  signal: AbortSignal
  now?: Date
}

/**
 * Makes a backup unless there is one since the night began, and deletes expired ones.
 *
 * @returns undefined if there was nothing to do, or if it was aborted
 * @throws if the backup fails, which is recorded
 */
export async function makeNightlyBackup(
  db: Db,
  { source, target, passphrase, cost, signal, now = new Date() }: Options,
): Promise<{ file: string; bytes: number; deleted: number } | undefined> {
  const { lastBackupAt } = await findBackupState(db, now)
  if (lastBackupAt !== null && nightOf(new Date(lastBackupAt)) === nightOf(now)) return undefined
  const file = backupName(now, { isEncrypted: passphrase !== undefined })
  const make = async () => {
    const store = await openBackupStore(target)
    const { bytes } = await store.create(file, (stream) =>
      createBackup(source, addAbortSignal(signal, stream), { passphrase, ...(cost && { cost }) }),
    )
    return { file, bytes, store }
  }
  try {
    const { bytes, store } = await recordRun(db, make, { startedAt: now, signal })
    return { file, bytes, deleted: await deleteExpired(store) }
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}

function nightOf(time: Date): number {
  return Math.floor((time.getTime() - NIGHT_MS) / DAY_MS)
}

async function deleteExpired(store: BackupStore): Promise<number> {
  const expired = listExpiredBackups(await store.list())
  for (const name of expired) await store.remove(name)
  return expired.length
}
