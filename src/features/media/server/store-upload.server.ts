import type { Account } from '#features/accounts/server/current-account.server.ts'
import { recordAudit } from '#features/accounts/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Bucket } from '#platform/storage.server.ts'
import { uploadName } from '../rules/upload-name.ts'
import { uploadAddress } from './article-images.server.ts'
import { encodeUpload } from './encode-upload.server.ts'

/** The most bytes of an upload, and what somebody is told who brings more. */
export const LONGEST_UPLOAD = 10 * 1024 * 1024
export const TOO_LONG = 'The image is larger than 10 MB.'

export type StoredUpload = { kind: 'stored'; url: string } | { kind: 'refused'; reason: string }

/**
 * Stores an uploaded image in the bucket under its time and original name (spec §3), encoded anew.
 *
 * @returns its address on this site, or why it was not taken, in words for who uploaded it
 */
export async function storeUpload(
  { db, bucket }: { db: Db; bucket: Bucket },
  by: Account,
  upload: { bytes: Uint8Array; name: string },
  now: Date,
): Promise<StoredUpload> {
  if (upload.bytes.length > LONGEST_UPLOAD) return { kind: 'refused', reason: TOO_LONG }
  const encoded = await encodeUpload(upload.bytes)
  if (encoded.kind === 'refused') return encoded
  let at = now
  let name = uploadName(upload.name, encoded.extension, at)
  while (!(await bucket.put(name, encoded.bytes))) {
    at = new Date(at.getTime() + 1)
    name = uploadName(upload.name, encoded.extension, at)
  }
  const url = uploadAddress(name)
  await recordAudit(db, { by, action: 'image.upload', subjectId: url, subject: name })
  return { kind: 'stored', url }
}
