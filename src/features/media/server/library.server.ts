import { and, desc, eq, gte, like, lt, ne, type SQL, sql } from 'drizzle-orm'
import { type Account, hasCapability } from '#features/access/rules/access.ts'
import { parseCursor } from '#kernel/cursor.ts'
import { localDay } from '#kernel/time/zoned-time.ts'
import type { Db } from '#platform/database/db.server.ts'
import { folded } from '#platform/database/folded-text.server.ts'
import { exactInstant, isAfter, toPage } from '#platform/database/keyset.server.ts'
import { endOfDay, startOfDay } from '#platform/database/local-day.server.ts'
import { byName } from '#platform/database/name-order.server.ts'
import { users } from '#schema/accounts.ts'
import { media } from '#schema/media.ts'
import type { LibraryFile, LibraryFileDetail } from '../rules/library-file.ts'
import { type LibraryFilter, ME } from '../rules/library-params.ts'
import { imageKey } from '../rules/variant.ts'
import { type FileUses, isUsed, listUses } from './file-uses.server.ts'
import { MAX_DISTANCE } from './perceptual-hash.server.ts'
import { shownSource } from './shown-image.server.ts'

const PAGE_SIZE = 48
const MAX_SIMILAR = 6
const MAX_WORDS = 10

export type LibraryPage = { files: LibraryFile[]; next: string | null }

const columns = {
  id: media.id,
  name: media.name,
  source: shownSource,
  mime: media.mime,
  bytes: media.bytes,
  width: media.width,
  height: media.height,
  duration: media.duration,
  hasCaptions: sql<boolean>`${media.captions} <> ''`,
  hasTranscript: sql<boolean>`${media.transcript} <> ''`,
  alt: media.alt,
  isDecorative: media.isDecorative,
  caption: media.caption,
  credit: media.credit,
  imageSource: media.source,
  people: media.people,
  keywords: media.keywords,
  rightsNote: media.rightsNote,
  rightsEndOn: media.rightsEndOn,
  focusX: media.focusX,
  focusY: media.focusY,
  takenAt: media.takenAt,
  uploaderId: users.id,
  uploaderName: users.name,
  createdAt: media.createdAt,
  updatedAt: media.updatedAt,
  isUsed: isUsed(media.name),
  exact: exactInstant(media.createdAt),
}

const select = (db: Pick<Db, 'select'>) =>
  db.select(columns).from(media).leftJoin(users, eq(users.id, media.uploadedBy)).$dynamic()

type Row = Awaited<ReturnType<typeof select>>[number]

function toLibraryFile({
  source,
  imageSource,
  rightsEndOn,
  focusX,
  focusY,
  takenAt,
  uploaderId,
  uploaderName,
  createdAt,
  updatedAt,
  exact,
  ...row
}: Row): LibraryFile {
  return {
    ...row,
    key: imageKey(source),
    source: imageSource,
    rightsEndOn: rightsEndOn ?? '',
    focalPoint: focusX === null || focusY === null ? null : { x: focusX, y: focusY },
    takenAt: takenAt?.toISOString() ?? null,
    uploadedBy: uploaderId === null ? null : { id: uploaderId, name: uploaderName ?? '' },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/**
 * Newest first.
 *
 * @param before the previous page's `next`; an invalid one means the first page
 */
export async function listLibraryFiles(
  db: Db,
  account: Account,
  filter: LibraryFilter & { before?: string | undefined },
  now: Date,
): Promise<LibraryPage> {
  const rows = await select(db)
    .where(
      and(
        isReadable(account),
        meetsFilter(account, filter, now),
        isAfter(media.createdAt, media.id, parseCursor(filter.before)),
      ),
    )
    .orderBy(desc(media.createdAt), desc(media.id))
    .limit(PAGE_SIZE + 1)
  const { items, next } = toPage(rows, PAGE_SIZE)
  return { files: items.map(toLibraryFile), next }
}

/** Null if it does not exist, or if the account may not see it. */
export async function findLibraryFile(
  db: Pick<Db, 'select'>,
  account: Account,
  id: string,
): Promise<LibraryFile | null> {
  const [row] = await select(db).where(and(isReadable(account), eq(media.id, id)))
  return row ? toLibraryFile(row) : null
}

/** With its uses, captions and transcript. */
export async function findLibraryFileDetail(
  db: Db,
  account: Account,
  id: string,
): Promise<(LibraryFileDetail & FileUses) | null> {
  const file = await findLibraryFile(db, account, id)
  if (!file) return null
  const { captions, transcript } = media
  const [texts] = await db.select({ captions, transcript }).from(media).where(eq(media.id, id))
  return texts ? { ...file, ...texts, ...(await listUses(db, account, file.name)) } : null
}

/** Near-duplicates, the most similar first. */
export async function listSimilar(db: Db, account: Account, id: string): Promise<LibraryFile[]> {
  const [own] = await db.select({ hash: media.perceptualHash }).from(media).where(eq(media.id, id))
  if (!own || own.hash === null) return []
  const distance = sql<number>`bit_count((${media.perceptualHash} # ${own.hash}::bigint)::bit(64))`
  const rows = await select(db)
    .where(and(isReadable(account), ne(media.id, id), sql`${distance} <= ${MAX_DISTANCE}`))
    .orderBy(distance, desc(media.createdAt))
    .limit(MAX_SIMILAR)
  return rows.map(toLibraryFile)
}

/** The people who uploaded images, by name. */
export async function listUploaders(db: Db): Promise<{ id: string; name: string }[]> {
  const { id, name } = users
  return db
    .select({ id, name })
    .from(users)
    .where(sql`exists (select from ${media} where ${media.uploadedBy} = ${users}.id)`)
    .orderBy(byName(name), id)
}

function isReadable(account: Account): SQL | undefined {
  return hasCapability(account, 'image.read-all') ? undefined : eq(media.uploadedBy, account.id)
}

function meetsFilter(account: Account, filter: LibraryFilter, now: Date): SQL | undefined {
  const { q, kind, state, person, from, to } = filter
  return and(
    ...wordsOf(q ?? '').map(containsWord),
    kind === undefined ? undefined : like(media.mime, `${kind}/%`),
    person === undefined ? undefined : eq(media.uploadedBy, person === ME ? account.id : person),
    from === undefined ? undefined : gte(media.createdAt, startOfDay(from)),
    to === undefined ? undefined : lt(media.createdAt, endOfDay(to)),
    state === 'unused' ? sql`not ${isUsed(media.name)}` : undefined,
    state === 'rights-ended' ? sql`${media.rightsEndOn} < ${localDay(now.toISOString())}::date` : undefined,
    state === 'undescribed' ? isUndescribed : undefined,
  )
}

/** Images need alternative text, videos captions, and audio a transcript. */
const isUndescribed = sql`case
  when ${media.mime} like 'video/%' then ${media.captions} = ''
  when ${media.mime} like 'audio/%' then ${media.transcript} = ''
  else ${media.alt} = '' and not ${media.isDecorative} end`

function wordsOf(q: string): string[] {
  return [...new Set(q.split(/\s+/).filter(Boolean))].slice(0, MAX_WORDS)
}

/** Ignores case, accents and the shape of quotes (decision 21); wildcards are literal. */
function containsWord(word: string): SQL {
  const literal = word.replace(/[\\%_]/g, '\\$&')
  return sql`search_fold(${media.searchText}) like '%' || ${folded(literal)} || '%'`
}
