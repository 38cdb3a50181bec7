import { randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { Db } from '#platform/database/db.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import { media } from '#schema/media.ts'
import { uploadUrl } from '../rules/variant.ts'
import { describeImage } from './store-upload.server.ts'
import { listUsedUploads } from './sweep-uploads.server.ts'

/**
 * Adds uploads that something uses, and that are older than the library, to the library.
 *
 * @returns their number
 */
export async function adoptUploads(db: Db, bucket: Bucket, now: Date): Promise<number> {
  const library = await db.select({ name: media.name, file: media.file }).from(media)
  const known = new Set(library.flatMap(({ name, file }) => [name, file]))
  const files = await bucket.list()
  const others = files.flatMap(({ name, modifiedAt }) =>
    modifiedAt >= now || known.has(name) || name.startsWith('portrait-') ? [] : name,
  )
  if (others.length === 0) return 0
  const used = await listUsedUploads(db)
  let adopted = 0
  for (const name of others) if (used.has(name) && (await adopt(db, bucket, name))) adopted += 1
  return adopted
}

/** @returns false if the file is not an image */
async function adopt(db: Db, bucket: Bucket, name: string): Promise<boolean> {
  const bytes = await bucket.read(name)
  const size =
    bytes &&
    (await sharp(bytes)
      .metadata()
      .catch(() => null))
  if (!bytes || !size) return false
  const { width, height } = size
  const extension = extname(name).slice(1)
  // Names begin with the time of the upload.
  const uploadedAt = new Date(Number(/^\d{12,14}(?=_)/.exec(name)?.[0] ?? Number.NaN))
  const stored = await db
    .insert(media)
    .values({
      id: randomUUID(),
      name,
      file: name,
      ...(await describeImage({ bytes, extension, width, height })),
      uploadedBy: sql`(
        select users.id from audit_log join users on users.id = audit_log.actor_id
        where audit_log.action = 'image.upload' and audit_log.subject_id = ${uploadUrl(name)} limit 1)`,
      ...(!Number.isNaN(uploadedAt.getTime()) && { createdAt: uploadedAt }),
    })
    .onConflictDoNothing()
    .returning({ id: media.id })
  return stored.length > 0
}
