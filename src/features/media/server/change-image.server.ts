import { eq } from 'drizzle-orm'
import type { Account } from '#features/access/rules/access.ts'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import { logFailure } from '#platform/process/log.server.ts'
import { media } from '#schema/media.ts'
import type { ImageForm } from '../rules/image-form.ts'
import { canEditImage } from '../rules/library-file.ts'
import { kindOf } from '../rules/media-kind.ts'
import { isInRevision, isUsed } from './image-uses.server.ts'
import { prepareUpload, putFile } from './store-upload.server.ts'

type Refusal =
  | { kind: 'gone' }
  /** Somebody else uploaded it. */
  | { kind: 'denied' }

export type SaveImageOutcome = { kind: 'saved' } | Refusal
export type DeleteImageOutcome =
  | { kind: 'deleted' }
  | Refusal
  | { kind: 'used' }
  /** An earlier revision of an article contains it. */
  | { kind: 'in-revision' }
export type ReplaceImageOutcome = { kind: 'replaced' } | Refusal | { kind: 'rejected'; reason: string }

/** Articles that contain the image keep the texts that they have. */
export async function saveImage(
  db: Db,
  by: Account,
  { id, ...form }: ImageForm & { id: string },
): Promise<SaveImageOutcome> {
  return db.transaction(async (tx) => {
    const before = await lockImage(tx, by, id)
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
 * Shows another file of the same kind wherever the image is used. The focal point is kept if the shape is the same.
 *
 * @param upload a temporary file, and its name on the device of the person
 */
export async function replaceImage(
  { db, bucket }: { db: Db; bucket: Bucket },
  by: Account,
  { id, ...upload }: { id: string; path: string; name: string },
  now: Date,
): Promise<ReplaceImageOutcome> {
  const [known] = await db.select({ mime: media.mime }).from(media).where(eq(media.id, id))
  if (!known) return { kind: 'gone' }
  const prepared = await prepareUpload(bucket, upload.path, kindOf(known.mime))
  if (prepared.kind === 'rejected') return prepared
  const file = await putFile(upload.name, prepared, now)
  const described = { file, ...prepared.columns }
  const outcome = await db.transaction(async (tx): Promise<ReplaceImageOutcome> => {
    const before = await lockImage(tx, by, id)
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

/** Deletes an image that nothing uses. */
export async function deleteImage(
  { db, bucket }: { db: Db; bucket: Pick<Bucket, 'remove'> },
  by: Account,
  id: string,
): Promise<DeleteImageOutcome> {
  const outcome = await db.transaction(async (tx) => {
    const image = await lockImage(tx, by, id)
    if ('kind' in image) return image
    const [use] = await tx
      .select({ isUsed: isUsed(image.name) })
      .from(media)
      .where(eq(media.id, id))
    if (use?.isUsed) return { kind: 'used' } as const
    if (await isInRevision(tx, image.name)) return { kind: 'in-revision' } as const
    await tx.delete(media).where(eq(media.id, id))
    await recordAudit(tx, { by, action: 'image.delete', subjectId: id, subject: image.name })
    return { kind: 'deleted', file: image.file } as const
  })
  if (outcome.kind !== 'deleted') return outcome
  // The nightly sweep deletes it otherwise.
  await bucket
    .remove(outcome.file)
    .catch((error) => logFailure(error, 'The file of a deleted image could not be deleted'))
  return { kind: 'deleted' }
}

async function lockImage(
  tx: Pick<Db, 'select'>,
  by: Account,
  id: string,
): Promise<typeof media.$inferSelect | Refusal> {
  const [image] = await tx.select().from(media).where(eq(media.id, id)).for('update')
  if (!image) return { kind: 'gone' }
  return canEditImage(by, image) ? image : { kind: 'denied' }
}
