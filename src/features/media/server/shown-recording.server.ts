import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { media } from '#schema/media.ts'
import { uploadNameOf, uploadUrl } from '../rules/variant.ts'

export type ShownRecording = Pick<
  typeof media.$inferSelect,
  'mime' | 'bytes' | 'width' | 'height' | 'duration' | 'transcript' | 'createdAt'
> & {
  /** The permanent address. */
  src: string
  hasCaptions: boolean
}

/**
 * Finds the recordings of the library by the addresses that texts contain, to show them to readers.
 *
 * @param addresses others are ignored
 * @returns by address
 */
export async function findShownRecordings(
  db: Db,
  addresses: readonly string[],
): Promise<Map<string, ShownRecording>> {
  const names = [...new Set(addresses.flatMap((address) => uploadNameOf(address) ?? []))]
  if (names.length === 0) return new Map()
  const { name, mime, bytes, width, height, duration, transcript, createdAt } = media
  const hasCaptions = sql<boolean>`${media.captions} <> ''`
  const rows = await db
    .select({ name, mime, bytes, width, height, duration, transcript, createdAt, hasCaptions })
    .from(media)
    .where(inArray(name, names))
  return new Map(rows.map(({ name, ...row }) => [uploadUrl(name), { ...row, src: uploadUrl(name) }]))
}

/** The captions of a recording as WebVTT; empty without any. */
export async function findCaptions(db: Db, name: string): Promise<string> {
  const [row] = await db.select({ captions: media.captions }).from(media).where(sql`${media.name} = ${name}`)
  return row?.captions ?? ''
}
