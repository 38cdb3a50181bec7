import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { ArticleImage } from '#kernel/article.ts'
import { webAddress } from '#kernel/web-address.ts'
import { createLastKnownValues } from '#platform/concurrency/last-known-values.ts'
import type { Db } from '#platform/database/db.server.ts'
import { media } from '#schema/media.ts'
import type { FocalPoint } from '../rules/file-form.ts'
import type { LibraryFile } from '../rules/library-file.ts'
import { imageKey, uploadNameOf, uploadUrl } from '../rules/variant.ts'

const PREFIX = uploadUrl('')
/** Replaced files and moved focal points appear after this time even if a notification is lost. */
const MAX_AGE_MS = 60_000
const MAX_NAMES = 10_000

/** The current file, with the focal point as a fragment, so that keys and cached variants change with both. */
export const shownSource = sql<string>`(${PREFIX}::text || ${media.file} || coalesce('#' || round(${media.focusX}::numeric, 4) || ',' || round(${media.focusY}::numeric, 4), ''))`

/** Replaces the permanent address of an image of the library by what it shows; keeps other addresses. */
export function shownImage(imageUrl: SQLWrapper): SQL<string | null> {
  return sql<string | null>`coalesce((
    select ${shownSource} from ${media}
    where ${imageUrl} like ${`${PREFIX}%`} and ${media.name} = substr(${imageUrl}, ${PREFIX.length + 1})
  ), ${imageUrl})`
}

/**
 * Null unless an http(s) URL, an upload or a sample image.
 *
 * @param imageUrl from `shownImage`, so that the key changes with the file and the focal point
 */
export function toArticleImage(imageUrl: string | null, alt: string | null = null): ArticleImage | null {
  const isServed =
    /^\/(samples|storage\/article-images)\//.test(imageUrl ?? '') || webAddress(imageUrl) !== null
  return imageUrl && isServed ? { key: imageKey(imageUrl), ...(alt && { alt }) } : null
}

/** The caption and the credit of an image of the library; null for other images. */
export function imageCredits(imageUrl: SQLWrapper): SQL<{ caption: string; credit: string } | null> {
  return sql`(
    select json_build_object('caption', ${media.caption}, 'credit', ${media.credit}) from ${media}
    where ${imageUrl} like ${`${PREFIX}%`} and ${media.name} = substr(${imageUrl}, ${PREFIX.length + 1})
  )`
}

/** Returns an image of the library by its permanent address; null if it no longer exists. */
export function libraryImage(
  imageUrl: SQLWrapper,
): SQL<{ name: string; source: string; alt: string } | null> {
  return sql`(
    select json_build_object('name', ${media.name}, 'source', ${shownSource}, 'alt', ${media.alt}) from ${media}
    where ${media.name} = substr(${imageUrl}, ${PREFIX.length + 1})
  )`
}

/** Splits what `shownImage` returns. */
export function parseShownImage(shown: string): { url: string; focalPoint: FocalPoint } {
  const [url = '', fragment] = shown.startsWith(PREFIX) ? shown.split('#', 2) : [shown]
  const [x, y] = fragment?.split(',').map(Number) ?? []
  return { url, focalPoint: x === undefined || y === undefined ? null : { x, y } }
}

/** Finds what an upload shows, by its permanent name. */
export function createShownUploads(db: Db) {
  async function lookUp(name: string): Promise<string> {
    const [row] = await db.select({ source: shownSource }).from(media).where(sql`${media.name} = ${name}`)
    return row?.source ?? uploadUrl(name)
  }
  const known = createLastKnownValues({ lookUp, maxValues: MAX_NAMES, maxAgeMs: MAX_AGE_MS })
  return {
    /** As `shownImage`. */
    find: (name: string) => known.find(name),
    /** The name of the stored file. */
    async findFile(name: string): Promise<string> {
      return uploadNameOf(parseShownImage(await known.find(name)).url) ?? name
    },
    /** Call it when the library has changed. */
    expire: () => known.expire(),
  }
}

export type ShownImage = Pick<LibraryFile, 'name' | 'key' | 'width' | 'height'>

/**
 * Finds the images of the library by the addresses that texts contain, to write their sources for readers.
 *
 * @param addresses others are ignored
 * @returns by address
 */
export async function findShownImages(
  db: Db,
  addresses: readonly string[],
): Promise<Map<string, ShownImage>> {
  const names = [...new Set(addresses.flatMap((address) => uploadNameOf(address) ?? []))]
  if (names.length === 0) return new Map()
  const { name, width, height } = media
  const rows = await db
    .select({ name, width, height, source: shownSource })
    .from(media)
    .where(inArray(name, names))
  return new Map(rows.map(({ source, ...row }) => [uploadUrl(row.name), { ...row, key: imageKey(source) }]))
}
