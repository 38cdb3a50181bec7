import { eq } from 'drizzle-orm'
import type { Account } from '#features/access/rules/access.ts'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import { logFailure } from '#platform/process/log.server.ts'
import { media } from '#schema/media.ts'
import type { FileFormValues } from '../rules/file-form.ts'
import { canEditFile } from '../rules/library-file.ts'
import { kindOf } from '../rules/media-kind.ts'
import { isInRevision, isUsed } from './file-uses.server.ts'
import { prepareUpload, putFile } from './store-upload.server.ts'

type Refusal =
  | { kind: 'gone' }
  /** Somebody else uploaded it. */
  | { kind: 'denied' }

export type SaveFileOutcome = { kind: 'saved' } | Refusal
export type DeleteFileOutcome =
  | { kind: 'deleted' }
  | Refusal
  | { kind: 'used' }
  /** An earlier revision of an article contains it. */
  | { kind: 'in-revision' }
export type ReplaceFileOutcome = { kind: 'replaced' } | Refusal | { kind: 'rejected'; reason: string }

/** Saves the texts of a file. Articles that contain it keep the texts that they have. */
export async function saveFile(
  db: Db,
  by: Account,
  { id, ...form }: FileFormValues & { id: string },
): Promise<SaveFileOutcome> {
  return db.transaction(async (tx) => {
    const before = await lockFile(tx, by, id)
    if ('kind' in before) return before
    const { focalPoint, rightsEndOn, ...texts } = form
    const after = {
      ...texts,
      rightsEndOn: rightsEndOn || null,
      focusX: focalPoint?.x ?? null,
      focusY: focalPoint?.y ?? null,
    }
    const names = Object.keys(after) as (keyof typeof after)[]
    const changes = diffFields(Object.fromEntries(names.map((name) => [name, before[name]])), after)
    if (Object.keys(changes).length === 0) return { kind: 'saved' }
    await tx
      .update(media)
      .set({ ...after, updatedAt: new Date() })
      .where(eq(media.id, id))
    await recordAudit(tx, { by, action: 'image.update', subjectId: id, subject: before.name, changes })
    return { kind: 'saved' }
  })
}

/**
 * Shows another file of the same kind wherever the file is used. The focal point is kept if the shape is the same.
 *
 * @param upload a temporary file, and its name on the device of the person
 */
export async function replaceFile(
  { db, bucket }: { db: Db; bucket: Bucket },
  by: Account,
  { id, ...upload }: { id: string; path: string; name: string },
  now: Date,
): Promise<ReplaceFileOutcome> {
  const [known] = await db.select({ mime: media.mime }).from(media).where(eq(media.id, id))
  if (!known) return { kind: 'gone' }
  const prepared = await prepareUpload(bucket, upload.path, kindOf(known.mime))
  if (prepared.kind === 'rejected') return prepared
  const file = await putFile(upload.name, prepared, now)
  const described = { file, ...prepared.columns }
  const outcome = await db.transaction(async (tx): Promise<ReplaceFileOutcome> => {
    const before = await lockFile(tx, by, id)
    if ('kind' in before) return before
    const keepsFocus = isSameShape(before, described)
    await tx
      .update(media)
      .set({ ...described, ...(!keepsFocus && { focusX: null, focusY: null }), updatedAt: now })
      .where(eq(media.id, id))
    const changes = { file: { from: before.file, to: file } }
    await recordAudit(tx, { by, action: 'image.replace', subjectId: id, subject: before.name, changes })
    return { kind: 'replaced' }
  })
  // The nightly sweep deletes the former file: a page that is being rendered may still show it.
  if (outcome.kind !== 'replaced') await bucket.remove(file)
  return outcome
}

type Size = { width: number; height: number }

function isSameShape(a: Size, b: Size): boolean {
  return Math.abs(a.width / a.height / (b.width / b.height) - 1) < 0.01
}

/** Deletes a file that nothing uses. */
export async function deleteFile(
  { db, bucket }: { db: Db; bucket: Pick<Bucket, 'remove'> },
  by: Account,
  id: string,
): Promise<DeleteFileOutcome> {
  const outcome = await db.transaction(async (tx) => {
    const found = await lockFile(tx, by, id)
    if ('kind' in found) return found
    const [use] = await tx
      .select({ isUsed: isUsed(found.name) })
      .from(media)
      .where(eq(media.id, id))
    if (use?.isUsed) return { kind: 'used' } as const
    if (await isInRevision(tx, found.name)) return { kind: 'in-revision' } as const
    await tx.delete(media).where(eq(media.id, id))
    await recordAudit(tx, { by, action: 'image.delete', subjectId: id, subject: found.name })
    return { kind: 'deleted', file: found.file } as const
  })
  if (outcome.kind !== 'deleted') return outcome
  // The nightly sweep deletes it otherwise.
  await bucket
    .remove(outcome.file)
    .catch((error) => logFailure(error, 'A file of the media library could not be deleted from storage'))
  return { kind: 'deleted' }
}

async function lockFile(
  tx: Pick<Db, 'select'>,
  by: Account,
  id: string,
): Promise<typeof media.$inferSelect | Refusal> {
  const [found] = await tx.select().from(media).where(eq(media.id, id)).for('update')
  if (!found) return { kind: 'gone' }
  return canEditFile(by, found) ? found : { kind: 'denied' }
}
