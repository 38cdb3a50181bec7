import type { Account } from '#features/accounts/rules/access.ts'
import { recordAudit } from '#features/accounts/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Bucket } from '#platform/storage.server.ts'
import { uploadName } from '../rules/upload-name.ts'
import { encodeUpload } from './encode-upload.server.ts'
import { uploadUrl } from './uploads-folder.server.ts'

export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024
export const TOO_LARGE = 'The image is larger than 10 MB.'

export type StoredUpload = { kind: 'stored'; url: string } | { kind: 'rejected'; reason: string }

/**
 * Re-encodes and stores an image (spec §3).
 *
 * @returns its URL on this site, or the reason for rejection
 */
export async function storeUpload(
  { db, bucket }: { db: Db; bucket: Bucket },
  by: Account,
  upload: { bytes: Uint8Array; name: string },
  now: Date,
): Promise<StoredUpload> {
  if (upload.bytes.length > MAX_UPLOAD_BYTES) return { kind: 'rejected', reason: TOO_LARGE }
  const encoded = await encodeUpload(upload.bytes)
  if (encoded.kind === 'rejected') return encoded
  let at = now
  let name = uploadName(upload.name, encoded.extension, at)
  while (!(await bucket.put(name, encoded.bytes))) {
    at = new Date(at.getTime() + 1)
    name = uploadName(upload.name, encoded.extension, at)
  }
  const url = uploadUrl(name)
  await recordAudit(db, { by, action: 'image.upload', subjectId: url, subject: name })
  return { kind: 'stored', url }
}
