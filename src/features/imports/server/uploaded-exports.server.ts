import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { and, eq, inArray, notExists } from 'drizzle-orm'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.server.ts'
import { listBefore } from '#features/media/server/sweep-uploads.server.ts'
import { openExports } from '#features/media/server/uploads-storage.server.ts'
import type { ImportState } from '#kernel/import-states.ts'
import { DAY_MS } from '#kernel/time/durations.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { Db } from '#platform/database/db.server.ts'
import { requireDiskSpace } from '#platform/files/disk-space.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import type { Env } from '#platform/process/env.server.ts'
import { importItems, imports } from '#schema/imports.ts'
import { ImportError } from '../rules/import-item.ts'
import type { ChangeImportOutcome } from './imports.server.ts'

const EXPORT_RETENTION_DAYS = 14
const EXPIRED = `The uploaded export was deleted after ${EXPORT_RETENTION_DAYS} days. Upload it again.`
const MISSING = 'The uploaded export is missing. Upload it again.'
const IN_USE: readonly ImportState[] = ['checking', 'running', 'paused']

/** Storage for uploaded exports, which are deleted once they are imported: a local folder, or a bucket that all machines share. */
export type ExportStore = {
  /** Each is named after its import. */
  bucket: Bucket
  /** Returns the path that an import stores for an uploaded export. */
  pathOf(id: string): string
  /** Returns the name in the bucket; undefined for the files and folders of `masthead import`. */
  nameOf(path: string): string | undefined
  /** Whether the exports are in a bucket, not in the file system. */
  isRemote: boolean
}

/** Opens the uploaded exports of a site. */
export function openExportStore(
  env: Pick<Env, 'DATA_DIR' | 'STORAGE_URL' | 'STORAGE_FALLBACK_URL'>,
): ExportStore {
  const isRemote = env.STORAGE_URL !== undefined
  // Paths of files are absolute.
  const folder = isRemote ? 'storage' : join(env.DATA_DIR, 'imports')
  return {
    bucket: openExports(env),
    isRemote,
    pathOf: (id) => join(folder, id),
    nameOf: (path) => (dirname(path) === folder ? basename(path) : undefined),
  }
}

/**
 * Calls `work` with the path of an export, which is a file or a folder. An export in a bucket is first downloaded to `dir`, and the
 * copy is deleted when `work` ends.
 *
 * @throws ImportError if the export was deleted
 */
export async function withExport<T>(
  path: string,
  store: ExportStore | null,
  dir: string,
  signal: AbortSignal,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const name = store?.isRemote ? store.nameOf(path) : undefined
  if (!store || name === undefined) return work(path)
  const copy = join(dir, randomUUID())
  await mkdir(dir, { recursive: true })
  await requireDiskSpace([dir])
  try {
    if (!(await store.bucket.has(name))) throw new ImportError(MISSING)
    await pipeline(await store.bucket.stream(name), createWriteStream(copy, { flags: 'wx' }), { signal })
    return await work(copy)
  } finally {
    await rm(copy, { force: true })
  }
}

/** Deletes an export that was uploaded. Those of `masthead import` stay. */
export async function deleteUploadedExport(path: string, store: ExportStore | null): Promise<void> {
  const name = store?.nameOf(path)
  if (name !== undefined) await store?.bucket.remove(name)
}

/** Deletes an import that has stored nothing, with its uploaded export. */
export async function deleteImport(
  db: Db,
  by: Actor,
  id: string,
  store: ExportStore,
): Promise<ChangeImportOutcome> {
  return db.transaction(async (tx) => {
    const items = tx.select().from(importItems).where(eq(importItems.importId, imports.id))
    const [deleted] = await tx
      .delete(imports)
      .where(and(eq(imports.id, id), inArray(imports.state, ['ready', 'failed']), notExists(items)))
      .returning()
    if (!deleted) return { kind: 'refused' }
    await recordAudit(tx, { by, action: 'import.delete', subjectId: id, subject: deleted.name })
    await deleteUploadedExport(deleted.path, store)
    return { kind: 'changed' }
  })
}

/**
 * Deletes uploaded exports after 14 days, unless their import is active or paused. An import that was not finished is marked as
 * failed.
 *
 * @returns the number of deleted exports
 */
export async function sweepExports(
  db: Db,
  { bucket }: Pick<ExportStore, 'bucket'>,
  now: Date,
): Promise<number> {
  const old = await listBefore(bucket, new Date(now.getTime() - EXPORT_RETENTION_DAYS * DAY_MS))
  let count = 0
  for (const id of old.filter(isUuid))
    await db.transaction(async (tx) => {
      // The lock makes a start of the import wait.
      const [row] = await tx.select().from(imports).where(eq(imports.id, id)).for('update')
      if (row && IN_USE.includes(row.state)) return
      if (row && row.state !== 'done')
        await tx.update(imports).set({ state: 'failed', failure: EXPIRED }).where(eq(imports.id, id))
      await bucket.remove(id)
      count += 1
    })
  return count
}
