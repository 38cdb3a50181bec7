import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import sharp from 'sharp'
import type { Account } from '#features/access/rules/access.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import { env } from '#platform/process/env.server.ts'
import { logFailure } from '#platform/process/log.server.ts'
import { users } from '#schema/accounts.ts'
import { cropSquare, PORTRAIT_SIDE, type PortraitCrop, portraitCrop } from '../rules/portrait.ts'
import { uploadNameOf, uploadUrl } from '../rules/variant.ts'
import { findFileType } from './find-file-type.server.ts'
import { decodeUpload, type StoredUpload } from './store-upload.server.ts'
import { acceptImage } from './upload-handler.server.ts'
import { openUploads } from './uploads-storage.server.ts'

type Store = { db: Db; bucket: Bucket }
type By = Pick<Account, 'id' | 'email' | 'fullName'>

/** `POST`, with the image and a `PortraitCrop` in the URL. */
export function handlePortrait(request: Request): Promise<Response> {
  return acceptImage(request, 'admin.open', async (store, by, path, parameters) => {
    const crop = portraitCrop.safeParse(Object.fromEntries(parameters))
    if (!crop.success) return { kind: 'rejected', reason: phrase('The square is not inside the image.') }
    return storePortrait(store, by, { path, crop: crop.data })
  })
}

/** Replaces the person's portrait. Readers cannot see it, since nothing published uses it. */
export async function storePortrait(
  { db, bucket }: Store,
  by: By,
  { path, crop }: { path: string; crop: PortraitCrop },
): Promise<StoredUpload> {
  const encoded = await decodeUpload(path, await findFileType(path), async (image) => {
    const { data, info } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
    return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
      .extract(cropSquare(info, crop))
      .resize(PORTRAIT_SIDE, PORTRAIT_SIDE)
      .webp({ quality: 86 })
      .toBuffer({ resolveWithObject: true })
  })
  if (encoded.kind === 'rejected') return encoded
  const name = `portrait-${randomUUID()}.webp`
  await bucket.put(name, encoded.bytes)
  const url = uploadUrl(name)
  if (await replacePortrait({ db, bucket }, by, url)) return { kind: 'stored', url }
  await removePortraitFile(url, bucket)
  return { kind: 'rejected', reason: phrase('This account no longer exists.') }
}

export async function deletePortrait(store: Store, by: By): Promise<void> {
  await replacePortrait(store, by, null)
}

/** @returns false if the account no longer exists */
async function replacePortrait({ db, bucket }: Store, by: By, url: string | null): Promise<boolean> {
  const replaced = await db.transaction(async (tx) => {
    const [user] = await tx
      .select({ image: users.image })
      .from(users)
      .where(and(eq(users.id, by.id), isNull(users.removedAt)))
      .for('no key update')
    if (!user || user.image === url) return user && { former: null }
    await tx.update(users).set({ image: url, updatedAt: new Date() }).where(eq(users.id, by.id))
    const changes = { portrait: { from: user.image, to: url } }
    const subject = by.fullName || by.email
    await recordAudit(tx, { by, action: 'user.portrait', subjectId: by.id, subject, changes })
    return { former: user.image }
  })
  if (!replaced) return false
  await removePortraitFile(replaced.former, bucket)
  return true
}

/**
 * Deletes the file of a former portrait, once the database no longer refers to it. If this fails, the sweep of unused
 * uploads deletes the file.
 */
export async function removePortraitFile(
  url: string | null,
  bucket: Pick<Bucket, 'remove'> = openUploads(env()),
): Promise<void> {
  const name = url === null ? undefined : uploadNameOf(url)
  // Other images may be used elsewhere.
  if (!name?.startsWith('portrait-')) return
  await bucket
    .remove(name)
    .catch((error) => logFailure(error, phrase('Failed to delete the file of a portrait')))
}
