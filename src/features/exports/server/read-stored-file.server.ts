import type { Bucket } from '#platform/files/storage.server.ts'

/** Reads a file of the uploads; null if it is missing. */
export async function readStoredFile(
  bucket: Bucket,
  name: string,
): Promise<AsyncIterable<Uint8Array> | null> {
  const found = await bucket.find(name)
  if (!found || found.bytes === 0) return null
  return bucket.stream(name, { start: 0, end: found.bytes - 1 })
}
