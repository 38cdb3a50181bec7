import { and, desc, eq, inArray, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { users } from '#schema/accounts.ts'
import { lookFiles, looks } from '#schema/looks.ts'
import { DEFAULT_LOOK, imagesOf, type Look } from '../rules/look.ts'
import { findPublishedLook, readLook } from './load-look.server.ts'

/** The maximum number of published looks that are listed. */
export const LOOK_HISTORY_SIZE = 50

/** `version` identifies the draft as it was saved; empty without one. */
export type LookState = {
  draft: Look | null
  version: string
  published: Look
  history: PublishedLook[]
}

export type PublishedLook = { id: string; look: Look; publishedAt: string; by: string | null }

export type LookOutcome =
  | { kind: 'saved'; version: string }
  | { kind: 'published' }
  /** The draft has changed since `version`, or another look is published. */
  | { kind: 'outdated' }
  /** An image was deleted, since no saved look showed it for a day. */
  | { kind: 'missing-image' }

export async function findLook(db: Db): Promise<LookState> {
  const [draft, rows] = await Promise.all([
    findDraft(db),
    db
      .select({ id: looks.id, look: looks.look, publishedAt: looks.publishedAt, by: users.email })
      .from(looks)
      .leftJoin(users, eq(users.id, looks.by))
      .where(isNotNull(looks.publishedAt))
      .orderBy(desc(looks.seq))
      .limit(LOOK_HISTORY_SIZE),
  ])
  const history = rows.flatMap(({ publishedAt, ...row }) =>
    publishedAt ? [{ ...row, look: readLook(row.look), publishedAt: publishedAt.toISOString() }] : [],
  )
  return { ...draft, published: history[0]?.look ?? DEFAULT_LOOK, history }
}

async function findDraft(db: Pick<Db, 'select'>): Promise<Pick<LookState, 'draft' | 'version'>> {
  const [row] = await db.select().from(looks).where(isNull(looks.publishedAt))
  return row
    ? { draft: readLook(row.look), version: row.updatedAt.toISOString() }
    : { draft: null, version: '' }
}

/** Saves the draft; deletes it if it is null. Readers do not see it. */
export async function saveLookDraft(
  db: Db,
  by: Actor,
  { look, version }: { look: Look | null; version: string },
  now: Date,
): Promise<LookOutcome> {
  return db.transaction(async (tx) => {
    await lockLooks(tx)
    const before = await findDraft(tx)
    if (before.version !== version) return { kind: 'outdated' }
    if (look && !(await hasImages(tx, look))) return { kind: 'missing-image' }
    await tx.delete(looks).where(isNull(looks.publishedAt))
    if (look) await tx.insert(looks).values({ look, by: by.id, updatedAt: now })
    return { kind: 'saved', version: look ? now.toISOString() : '' }
  })
}

/** Shows the draft to readers. `id` is chosen by the client, so that a retry publishes once. */
export async function publishLook(
  db: Db,
  by: Actor,
  { id, version }: { id: string; version: string },
  now: Date,
): Promise<LookOutcome> {
  return db.transaction(async (tx) => {
    await lockLooks(tx)
    if (await isPublished(tx, id)) return { kind: 'published' }
    const { draft, version: current } = await findDraft(tx)
    if (!draft || current !== version) return { kind: 'outdated' }
    if (!(await hasImages(tx, draft))) return { kind: 'missing-image' }
    const before = await findPublishedLook(tx)
    await tx.delete(looks).where(isNull(looks.publishedAt))
    await show(tx, by, { id, look: draft }, now)
    const changes = diffFields(auditFields(before), auditFields(draft))
    await recordAudit(tx, { by, action: 'look.publish', subjectId: id, subject: 'Look', changes })
    return { kind: 'published' }
  })
}

/**
 * Publishes the previous look again, or the default one. Undoing an undo publishes the undone look again. The draft stays.
 *
 * @param publication `undoes` is the look that readers see
 */
export async function undoLook(
  db: Db,
  by: Actor,
  { id, undoes }: { id: string; undoes: string },
  now: Date,
): Promise<LookOutcome> {
  return db.transaction(async (tx) => {
    await lockLooks(tx)
    if (await isPublished(tx, id)) return { kind: 'published' }
    const [current, former] = await tx
      .select({ id: looks.id, look: looks.look })
      .from(looks)
      .where(isNotNull(looks.publishedAt))
      .orderBy(desc(looks.seq))
      .limit(2)
    if (current?.id !== undoes) return { kind: 'outdated' }
    await show(tx, by, { id, look: former ? readLook(former.look) : DEFAULT_LOOK }, now)
    await recordAudit(tx, { by, action: 'look.undo', subjectId: undoes, subject: 'Look' })
    return { kind: 'published' }
  })
}

async function show(tx: Db, by: Actor, { id, look }: { id: string; look: Look }, now: Date): Promise<void> {
  const [{ seq } = { seq: 0 }] = await tx
    .insert(looks)
    .values({ id, look, by: by.id, publishedAt: now, updatedAt: now })
    .returning({ seq: looks.seq })
  const oldest = tx
    .select({ seq: looks.seq })
    .from(looks)
    .where(and(isNotNull(looks.publishedAt), ne(looks.seq, seq)))
    .orderBy(desc(looks.seq))
    .offset(LOOK_HISTORY_SIZE - 1)
    .limit(1)
  await tx.delete(looks).where(and(isNotNull(looks.publishedAt), lte(looks.seq, sql`(${oldest})`)))
}

async function isPublished(tx: Db, id: string): Promise<boolean> {
  const rows = await tx.select({ id: looks.id }).from(looks).where(eq(looks.id, id))
  return rows.length > 0
}

async function hasImages(tx: Pick<Db, 'selectDistinct'>, look: Look): Promise<boolean> {
  const hashes = new Set(imagesOf(look).map(({ hash }) => hash))
  if (hashes.size === 0) return true
  const stored = await tx
    .selectDistinct({ image: lookFiles.image })
    .from(lookFiles)
    .where(inArray(lookFiles.image, [...hashes]))
  return stored.length === hashes.size
}

/** For the audit log. */
function auditFields({ wordmark, darkWordmark, icon, ...fields }: Look) {
  const nameOf = (image: Look['icon']) => image?.hash.slice(0, 12) ?? null
  return {
    ...fields,
    wordmark: nameOf(wordmark),
    darkWordmark: nameOf(darkWordmark),
    icon: nameOf(icon),
  }
}

/** One change at a time. */
async function lockLooks(tx: Pick<Db, 'execute'>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEYS.changeLook})`)
}
