import type { StepMap } from '@tiptap/pm/transform'
import { and, asc, eq, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Account } from '#features/access/rules/access.ts'
import type { AuditAction } from '#features/audit/rules/audit-actions.ts'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import { canReadDraft, type DraftPeople } from '#features/drafts/rules/draft-access.ts'
import { parseSteps, readNextBatches } from '#features/drafts/server/draft-document.server.ts'
import { lockDraft } from '#features/drafts/server/draft-state.server.ts'
import { listDraftReaders, type StaffMember } from '#features/drafts/server/list-staff.server.ts'
import { requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import { notifyPeople } from '#features/inbox/server/inbox.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import type { Db } from '#platform/database/db.server.ts'
import { users } from '#schema/accounts.ts'
import { drafts } from '#schema/newsroom.ts'
import { type NoteAnchor, notes } from '#schema/notes.ts'
import { canResolveNote, findMentions, MAX_NOTES } from '../rules/notes.ts'

/** Times are ISO 8601; `resolvedBy` is a name. */
export type Note = {
  id: string
  parentId: string | null
  /** Null for the whole article. */
  anchor: NoteAnchor | null
  quote: string | null
  text: string
  /** Null for deleted accounts. */
  by: { id: string; name: string } | null
  at: string
  editedAt: string | null
  isBlocking: boolean
  resolvedAt: string | null
  resolvedBy: string | null
  canResolve: boolean
}

type Reader = Pick<Account, 'id' | 'role'>
type Author = Pick<Account, 'id' | 'role' | 'email'>

export type NewNote = {
  id: string
  articleId: string
  parentId?: string | undefined
  anchor?: NoteAnchor | undefined
  quote?: string | undefined
  text: string
  isBlocking: boolean
}

export type NoteOutcome = { kind: 'saved' } | { kind: 'refused'; reasons: string[] } | { kind: 'gone' }

/** Feed articles have no draft until changed in the newsroom. */
const NOBODY: DraftPeople = { ownerId: null, assigneeId: null }

/**
 * Includes replies, oldest first.
 *
 * @throws ForbiddenError
 */
export async function listNotes(db: Db, by: Reader, articleId: string): Promise<Note[]> {
  const draft = await findPeople(db, articleId)
  if (!draft) return []
  requireDraftAccess(canReadDraft(by, draft))
  const resolver = alias(users, 'resolver')
  const rows = await db
    .select({ note: notes, author: users.name, resolver: resolver.name })
    .from(notes)
    .leftJoin(users, eq(users.id, notes.by))
    .leftJoin(resolver, eq(resolver.id, notes.resolvedBy))
    .where(eq(notes.articleId, articleId))
    .orderBy(asc(notes.at), asc(notes.id))
    .limit(MAX_NOTES)
  const anchors = await moveAnchors(db, draft, rows)
  return rows.map(({ note, author, resolver }) => {
    const { id, parentId, quote, text, isBlocking } = note
    return {
      id,
      parentId,
      anchor: anchors.get(id) ?? null,
      quote,
      text,
      by: note.by && author !== null ? { id: note.by, name: author } : null,
      at: note.at.toISOString(),
      editedAt: note.editedAt?.toISOString() ?? null,
      isBlocking,
      resolvedAt: note.resolvedAt?.toISOString() ?? null,
      resolvedBy: resolver,
      canResolve: parentId === null && canResolveNote(by, draft, note),
    }
  })
}

export async function listMentionable(db: Db, by: Reader, articleId: string): Promise<StaffMember[]> {
  const draft = (await findPeople(db, articleId)) ?? NOBODY
  requireDraftAccess(canReadDraft(by, draft))
  return listDraftReaders(db, draft)
}

/** A reply reopens a resolved note. Notifies the people mentioned or replied to. */
export async function addNote(db: Db, by: Author, added: NewNote, now: Date): Promise<NoteOutcome> {
  const { id, articleId, parentId, anchor, quote, text, isBlocking } = added
  return db.transaction(async (tx) => {
    const state = await lockDraft(tx, articleId)
    if (!state || state.draft.deletedAt) return { kind: 'gone' }
    requireDraftAccess(canReadDraft(by, state.draft))
    const [existing] = await tx.select().from(notes).where(eq(notes.id, id))
    if (existing)
      return existing.by === by.id ? { kind: 'saved' } : refuse(phrase('This note already exists.'))
    if ((await tx.$count(notes, eq(notes.articleId, articleId))) >= MAX_NOTES)
      return refuse(
        phrase('An article can have {max} notes at most. Delete some of yours first.', { max: MAX_NOTES }),
      )
    const note = { id, articleId, text, by: by.id, at: now }
    if (!parentId) {
      await tx.insert(notes).values({ ...note, anchor, quote, isBlocking })
      await recordNote(tx, by, 'note.add', articleId, {}, { text, isBlocking })
      await notifyMentioned(tx, by, state.draft, { ...note, before: '' })
      return { kind: 'saved' }
    }
    const thread = await tx
      .select({ id: notes.id, parentId: notes.parentId, by: notes.by })
      .from(notes)
      .where(and(eq(notes.articleId, articleId), or(eq(notes.id, parentId), eq(notes.parentId, parentId))))
    if (!thread.some((one) => one.id === parentId && one.parentId === null)) return refuse(noteGone())
    await tx.insert(notes).values({ ...note, parentId })
    await recordNote(tx, by, 'note.add', articleId, {}, { text })
    await tx.update(notes).set({ resolvedAt: null, resolvedBy: null }).where(eq(notes.id, parentId))
    const mentioned = await notifyMentioned(tx, by, state.draft, { ...note, before: '' })
    const readers = new Set((await listDraftReaders(tx, state.draft)).map((reader) => reader.id))
    const to = thread.flatMap((one) =>
      one.by && readers.has(one.by) && !mentioned.includes(one.by) ? [one.by] : [],
    )
    await notifyPeople(tx, { kind: 'reply', articleId, noteId: id, by, to })
    return { kind: 'saved' }
  })
}

/** Changes a note of its author. Notifies people mentioned for the first time. */
export async function editNote(
  db: Db,
  by: Author,
  { id, text, isBlocking }: { id: string; text: string; isBlocking: boolean },
  now: Date,
): Promise<NoteOutcome> {
  return changeNote(db, by, id, async (tx, note, draft) => {
    requireDraftAccess(note.by === by.id)
    const next = { text, isBlocking: isBlocking && note.parentId === null }
    await tx
      .update(notes)
      .set({ ...next, ...(text !== note.text && { editedAt: now }) })
      .where(eq(notes.id, id))
    const { articleId, text: before, isBlocking: wasBlocking } = note
    await recordNote(tx, by, 'note.edit', articleId, { text: before, isBlocking: wasBlocking }, next)
    await notifyMentioned(tx, by, draft, { ...note, text, before: note.text })
    return { kind: 'saved' }
  })
}

export async function resolveNote(
  db: Db,
  by: Author,
  { id, isResolved }: { id: string; isResolved: boolean },
  now: Date,
): Promise<NoteOutcome> {
  return changeNote(db, by, id, async (tx, note, draft) => {
    requireDraftAccess(canResolveNote(by, draft, note))
    if (note.parentId) return refuse(phrase('Replies cannot be resolved. Resolve the note instead.'))
    if (isResolved === (note.resolvedAt !== null)) return { kind: 'saved' }
    const resolved = isResolved
      ? { resolvedAt: now, resolvedBy: by.id }
      : { resolvedAt: null, resolvedBy: null }
    await tx.update(notes).set(resolved).where(eq(notes.id, id))
    const text = { text: note.text }
    if (isResolved) await recordNote(tx, by, 'note.resolve', note.articleId, text, {})
    else await recordNote(tx, by, 'note.reopen', note.articleId, {}, text)
    return { kind: 'saved' }
  })
}

/** Deletes a note of its author, unless others have replied to it. */
export async function deleteNote(db: Db, by: Author, id: string): Promise<NoteOutcome> {
  return changeNote(db, by, id, async (tx, note) => {
    requireDraftAccess(note.by === by.id)
    const replies = and(eq(notes.parentId, id), sql`${notes.by} is distinct from ${by.id}`)
    if ((await tx.$count(notes, replies)) > 0)
      return refuse(phrase('Others have replied to this note. Resolve it instead.'))
    await tx.delete(notes).where(eq(notes.id, id))
    await recordNote(tx, by, 'note.delete', note.articleId, { text: note.text }, {})
    return { kind: 'saved' }
  })
}

/** Counts open ones. */
export function countBlockingNotes(db: Db, articleId: string): Promise<number> {
  return db.$count(
    notes,
    sql`${notes.articleId} = ${articleId} and ${notes.isBlocking} and ${notes.resolvedAt} is null`,
  )
}

type StoredNote = typeof notes.$inferSelect

async function changeNote(
  db: Db,
  by: Author,
  id: string,
  change: (tx: Db, note: StoredNote, draft: DraftPeople) => Promise<NoteOutcome>,
): Promise<NoteOutcome> {
  return db.transaction(async (tx) => {
    const [found] = await tx.select({ articleId: notes.articleId }).from(notes).where(eq(notes.id, id))
    if (!found) return refuse(noteGone())
    const state = await lockDraft(tx, found.articleId)
    if (!state || state.draft.deletedAt) return { kind: 'gone' }
    requireDraftAccess(canReadDraft(by, state.draft))
    const [note] = await tx.select().from(notes).where(eq(notes.id, id))
    return note ? change(tx, note, state.draft) : refuse(noteGone())
  })
}

type AuditedNote = { text?: string; isBlocking?: boolean }

/** Records a change in the audit log, unless nothing changed. */
async function recordNote(
  tx: Db,
  by: Author,
  action: Extract<AuditAction, `note.${string}`>,
  articleId: string,
  before: AuditedNote,
  after: AuditedNote,
): Promise<void> {
  const changes = diffFields(before, after)
  if (Object.keys(changes).length === 0) return
  const [draft] = await tx.select({ title: drafts.title }).from(drafts).where(eq(drafts.id, articleId))
  await recordAudit(tx, { by, action, subjectId: articleId, subject: draft?.title || 'Untitled', changes })
}

/** @returns the ids of the mentioned people */
async function notifyMentioned(
  tx: Db,
  by: Author,
  draft: DraftPeople,
  note: { id: string; articleId: string; text: string; before: string },
): Promise<string[]> {
  if (!note.text.includes('@')) return []
  const people = await listDraftReaders(tx, draft)
  const earlier = findMentions(note.before, people)
  const mentioned = findMentions(note.text, people).filter((id) => !earlier.includes(id))
  const { id: noteId, articleId } = note
  await notifyPeople(tx, { kind: 'mention', articleId, noteId, by, to: mentioned })
  return mentioned
}

/** Anchors that are older are stored again, in the newest version. */
const MAX_ANCHOR_AGE = 100

/** Maps the passages of notes to the newest version; those whose steps are too old are found by their quotes. */
async function moveAnchors(
  db: Db,
  draft: { id: string; version: number },
  rows: readonly { note: StoredNote }[],
): Promise<Map<string, NoteAnchor>> {
  const moved = new Map(rows.flatMap(({ note: { id, anchor } }) => (anchor ? [[id, anchor]] : [])))
  let version = Math.min(draft.version, ...[...moved.values()].map((anchor) => anchor.version))
  while (version < draft.version) {
    const batches = await readNextBatches(db, draft.id, version)
    for (const batch of batches) {
      const maps = parseSteps(batch).map((step) => step.getMap())
      for (const [id, anchor] of moved)
        if (anchor.version < batch.version - 1) moved.delete(id)
        else if (anchor.version < batch.version) moved.set(id, mapAnchor(anchor, maps, batch.version))
    }
    version = batches.at(-1)?.version ?? draft.version
  }
  for (const [id, anchor] of moved) if (anchor.version < draft.version) moved.delete(id)
  for (const { note } of rows) {
    const anchor = moved.get(note.id)
    if (anchor && anchor.version - (note.anchor?.version ?? 0) > MAX_ANCHOR_AGE)
      await db.update(notes).set({ anchor }).where(eq(notes.id, note.id))
  }
  return moved
}

function mapAnchor({ from, to }: NoteAnchor, maps: readonly StepMap[], version: number): NoteAnchor {
  const map = (position: number, association: -1 | 1) =>
    maps.reduce((at, map) => map.map(at, association), position)
  return { version, from: map(from, 1), to: map(to, -1) }
}

async function findPeople(
  db: Db,
  articleId: string,
): Promise<(DraftPeople & { id: string; version: number }) | undefined> {
  const [draft] = await db
    .select({
      id: drafts.id,
      version: drafts.version,
      ownerId: drafts.ownerId,
      assigneeId: drafts.assigneeId,
    })
    .from(drafts)
    .where(eq(drafts.id, articleId))
  return draft
}

const noteGone = () => phrase('The note was deleted.')

function refuse(reason: string): NoteOutcome {
  return { kind: 'refused', reasons: [reason] }
}
