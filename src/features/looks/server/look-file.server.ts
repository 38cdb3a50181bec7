import { phrase } from '#kernel/text/phrase.ts'
import type { Db } from '#platform/database/db.server.ts'
import { type ImageKind, imagesOf, type Look, type LookImage } from '../rules/look.ts'
import { parseLookFile, writeLookFile } from '../rules/look-file.ts'
import { findLookFile, storeLookImage } from './look-images.server.ts'

/** The largest file of each image, without loss. */
const SOURCES: Record<ImageKind, string> = { wordmark: 'wordmark.png', icon: 'favicon.png' }

/** Writes a look as one JSON file, with its images. */
export async function exportLook(db: Db, look: Look): Promise<string> {
  const images: Record<string, string> = {}
  for (const { kind, hash } of imagesOf(look)) {
    const bytes = await findLookFile(db, { image: hash, name: SOURCES[kind] })
    if (bytes) images[hash] = bytes.toString('base64')
  }
  return writeLookFile(look, images)
}

/**
 * Reads a look from its file, and stores its images: they are drawn again, as if they were uploaded.
 *
 * @param text untrusted
 */
export async function importLook(
  db: Db,
  text: string,
  now: Date,
): Promise<{ kind: 'read'; look: Look } | { kind: 'rejected'; reason: string }> {
  const parsed = parseLookFile(text)
  if ('reason' in parsed) return { kind: 'rejected', reason: parsed.reason }
  const { look, images } = parsed.file
  const stored = new Map<string, LookImage>()
  for (const { kind, hash } of imagesOf(look)) {
    const outcome = await storeLookImage(db, kind, Buffer.from(images[hash] ?? '', 'base64'), now)
    if (outcome.kind === 'rejected')
      return {
        kind: 'rejected',
        reason:
          kind === 'icon'
            ? phrase('The icon in the file was refused. {reason}', { reason: outcome.reason })
            : phrase('The wordmark in the file was refused. {reason}', { reason: outcome.reason }),
      }
    stored.set(hash, outcome.image)
  }
  const replace = (image: LookImage | null) => (image ? (stored.get(image.hash) ?? null) : null)
  return {
    kind: 'read',
    look: {
      ...look,
      wordmark: replace(look.wordmark),
      darkWordmark: replace(look.darkWordmark),
      icon: replace(look.icon),
    },
  }
}
