import type { Account } from '#features/accounts/rules/access.ts'
import { recordAudit } from '#features/accounts/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Bucket } from '#platform/storage.server.ts'
import { uploadName } from '../rules/upload-name.ts'
import { encodeUpload } from './encode-upload.server.ts'
import { uploadUrl } from './uploads-folder.server.ts'

export type StoredUpload = { kind: 'stored'; url: string } | { kind: 'rejected'; reason: string }

/**
 * Re-encodes and stores an image (spec §3).
 *
 * @param upload a temporary file, and its name on the uploader's device
 * @returns its URL on this site, or the reason for rejection
 */
export async function storeUpload(
  { db, bucket }: { db: Db; bucket: Bucket },
  by: Account,
  upload: { path: string; name: string },
  now: Date,
): Promise<StoredUpload> {
  const encoded = await encodeUpload(upload.path)
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
