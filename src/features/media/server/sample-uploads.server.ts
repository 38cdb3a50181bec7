import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { and, like, not } from 'drizzle-orm'
import sharp from 'sharp'
import type { Db } from '#platform/database/db.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import { projectFile } from '#platform/process/project-file.server.ts'
import { media } from '#schema/media.ts'
import { uploadUrl } from '../rules/variant.ts'
import { isUsed } from './file-uses.server.ts'
import { describeImage, prepareUpload } from './store-upload.server.ts'

const PREFIX = 'sample-'
const ADDRESS = /\/storage\/article-images\/sample-([\w-]+\.\w+)/g

/** @param file in `samples/` */
export const sampleUploadUrl = (file: string) => uploadUrl(PREFIX + file)

export const hasSampleUploads = (text: string) => text.includes(sampleUploadUrl(''))

/** Adds the files of `samples/` whose addresses are in a text to the library. */
export async function addSampleUploads(
  { db, bucket }: { db: Db; bucket: Bucket },
  text: string,
): Promise<void> {
  for (const file of new Set([...text.matchAll(ADDRESS)].map(([, file = '']) => file))) {
    const name = PREFIX + file
    const columns = await (file.endsWith('.webp') ? addImage : addRecording)(bucket, name, file)
    await db
      .insert(media)
      .values({ id: randomUUID(), name, file: name, ...columns })
      .onConflictDoNothing()
  }
}

/** Our own images need not be encoded again. */
async function addImage(bucket: Bucket, name: string, file: string) {
  const bytes = await readFile(projectFile('samples', 'images', file))
  const { width, height } = await sharp(bytes).metadata()
  await bucket.put(name, bytes)
  return describeImage({ bytes, extension: 'webp', width, height })
}

async function addRecording(bucket: Bucket, name: string, file: string) {
  const prepared = await prepareUpload(bucket, projectFile('samples', 'recordings', file))
  if (prepared.kind === 'rejected') throw new Error(`The sample ${file} cannot be used: ${prepared.reason}`)
  await prepared.put(name)
  return prepared.columns
}

/** Removes those that nothing uses. The nightly sweep deletes the files. */
export async function removeSampleUploads(db: Pick<Db, 'delete'>): Promise<void> {
  await db.delete(media).where(and(like(media.name, `${PREFIX}%`), not(isUsed(media.name))))
}
