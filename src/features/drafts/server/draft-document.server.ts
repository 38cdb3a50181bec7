import { randomUUID } from 'node:crypto'
import { Fragment, Node, Slice } from '@tiptap/pm/model'
import { Step } from '@tiptap/pm/transform'
import { and, asc, desc, eq, gt, lt, lte, sql } from 'drizzle-orm'
import { parseHTML } from 'linkedom'
import { LRUCache } from 'lru-cache'
import type { Db } from '#platform/database/db.server.ts'
import { runWithin, TimeLimitError } from '#platform/process/run-within.server.ts'
import { draftSnapshots, draftSteps, drafts } from '#schema/newsroom.ts'
import { SHORTENED_BYTES } from '#schema/stored-steps.ts'
import type { ArticleForm } from '../rules/article-fields.ts'
import { articleDraftSchema } from '../rules/article-form.ts'
import { changesTo } from '../rules/document-changes.ts'
import { createDocument, readForm } from '../rules/draft-document.ts'
import { DRAFT_SCHEMA, nodeType } from '../rules/draft-schema.ts'
import { readFields } from './article-fields.server.ts'

type DraftRow = typeof drafts.$inferSelect
type DocumentRow = Pick<DraftRow, 'id' | 'fields' | 'version'>

export type DraftDocument = { doc: Node; version: number }

/** A batch of steps as stored. */
export type StoredBatch = Pick<
  typeof draftSteps.$inferSelect,
  'version' | 'steps' | 'seen' | 'client' | 'batch' | 'by' | 'lost'
>

/** Loading the document applies this many at most. */
const BATCHES_PER_SNAPSHOT = 200
const MAX_PARSE_MS = 1_000
/** Limits of `readNextBatches`. The last batch may exceed the size, which is that of the JSON. */
const MAX_NEXT_BATCHES = 500
const MAX_NEXT_BYTES = 4 * 1024 * 1024
/** Size of all cached documents, in positions and characters of attributes; a document takes several times the memory. */
const CACHE_SIZE = 16 * 1024 * 1024

/** The columns of a `StoredBatch`. */
const BATCH = {
  version: draftSteps.version,
  steps: draftSteps.steps,
  seen: draftSteps.seen,
  client: draftSteps.client,
  batch: draftSteps.batch,
  by: draftSteps.by,
  lost: draftSteps.lost,
}

const cache = new LRUCache<string, DraftDocument & { size: number }>({
  maxSize: CACHE_SIZE,
  sizeCalculation: ({ size }) => size,
})

/** Call it once the transaction that stored the document is committed. */
export function cacheDocument(id: string, document: DraftDocument): void {
  const size = document.doc.nodeSize + measureNodes(document.doc).attributes + 1_000
  cache.set(id, { ...document, size })
}

/** Returns the number of nodes and the length of their attributes. Do not call it with nodes that are nested too deeply. */
export function measureNodes(doc: Node): { nodes: number; attributes: number } {
  let [nodes, attributes] = [0, 0]
  doc.descendants(({ attrs }) => {
    nodes += 1
    for (const value of Object.values(attrs)) if (typeof value === 'string') attributes += value.length
  })
  return { nodes, attributes }
}

const parseHtml = (html: string) =>
  parseHTML(`<!doctype html><html><body>${html}</body></html>`).document.body as unknown as HTMLElement

/** A text that takes too much processor time to read becomes one block of HTML. */
export function toDocument(form: ArticleForm, maxMs = MAX_PARSE_MS): Node {
  const started = process.cpuUsage()
  // A busy machine may take many times as long.
  for (let limit = maxMs; ; limit *= 2)
    try {
      return runWithin(limit, () => createDocument(form, parseHtml))
    } catch (error) {
      if (!(error instanceof TimeLimitError)) throw error
      const { user, system } = process.cpuUsage(started)
      if (user + system >= maxMs * 1_000) return toHtmlBlock(form)
    }
}

function toHtmlBlock(form: ArticleForm): Node {
  const document = createDocument({ ...form, content: '' }, parseHtml)
  const start = document.content.size - document.child(2).content.size - 1
  return document.replace(
    start,
    document.content.size - 1,
    new Slice(Fragment.from(nodeType('htmlBlock').create({ html: form.content })), 0, 0),
  )
}

/**
 * Returns the document at a version, the newest one by default; null if its steps are too old. Creates the first
 * document from the stored form.
 */
export async function loadDocument(
  tx: Db,
  draft: DocumentRow,
  version = draft.version,
): Promise<DraftDocument | null> {
  if (version < 0 || version > draft.version) return null
  const cached = cache.get(draft.id)
  if (cached && cached.version <= version && version - cached.version <= BATCHES_PER_SNAPSHOT) {
    const document = await applyBatches(tx, draft.id, cached, version)
    if (document) return document
  }
  const snapshot = await findSnapshot(tx, draft.id, version)
  if (snapshot) return applyBatches(tx, draft.id, snapshot, version)
  return draft.version === 0 ? createFirst(tx, draft) : null
}

/** Returns null if some of the steps are no longer kept. */
async function applyBatches(
  tx: Db,
  id: string,
  base: DraftDocument,
  version: number,
): Promise<DraftDocument | null> {
  const batches = await readBatches(tx, id, base.version, version)
  if (base.version + batches.length !== version) return null
  const doc = batches.reduce((before, batch) => parseSteps(batch).reduce(applyStored, before), base.doc)
  return { doc, version }
}

async function createFirst(tx: Db, { id, fields }: DocumentRow): Promise<DraftDocument> {
  const doc = toDocument(readFields(fields))
  await tx
    .insert(draftSnapshots)
    .values({ draftId: id, version: 0, document: doc.toJSON() })
    .onConflictDoNothing()
  return { doc, version: 0 }
}

async function findSnapshot(tx: Db, id: string, version: number): Promise<DraftDocument | undefined> {
  const [row] = await tx
    .select()
    .from(draftSnapshots)
    .where(and(eq(draftSnapshots.draftId, id), lte(draftSnapshots.version, version)))
    .orderBy(desc(draftSnapshots.version))
    .limit(1)
  return row && { doc: Node.fromJSON(DRAFT_SCHEMA, row.document), version: row.version }
}

async function readBatches(tx: Db, id: string, after: number, until: number): Promise<StoredBatch[]> {
  if (after === until) return []
  const { version } = draftSteps
  return tx
    .select(BATCH)
    .from(draftSteps)
    .where(and(eq(draftSteps.draftId, id), gt(version, after), lte(version, until)))
    .orderBy(asc(version))
}

/** Reads the batches after a version: a limited number, and one at least if there is one. */
export async function readNextBatches(tx: Db, id: string, after: number): Promise<StoredBatch[]> {
  const { steps: stored } = draftSteps
  const bytes = sql`(octet_length(${stored}::text) + ${SHORTENED_BYTES}::int * json_array_length(${stored}))`
  const bytesBefore = sql<number>`sum(${bytes}) over (order by ${draftSteps.version}) - ${bytes}`
  const next = tx
    .select({ ...BATCH, bytesBefore: bytesBefore.as('bytes_before') })
    .from(draftSteps)
    .where(and(eq(draftSteps.draftId, id), gt(draftSteps.version, after)))
    .orderBy(asc(draftSteps.version))
    .limit(MAX_NEXT_BATCHES)
    .as('next')
  const { version, steps, seen, client, batch, by, lost } = next
  return tx
    .select({ version, steps, seen, client, batch, by, lost })
    .from(next)
    .where(lt(next.bytesBefore, MAX_NEXT_BYTES))
    .orderBy(asc(version))
}

export function parseSteps({ steps }: Pick<StoredBatch, 'steps'>): Step[] {
  return steps.map((step) => Step.fromJSON(DRAFT_SCHEMA, step))
}

function applyStored(doc: Node, step: Step): Node {
  const result = step.apply(doc)
  if (!result.doc) throw new Error(`A stored step does not apply: ${result.failed}`)
  return result.doc
}

type NewBatch = {
  doc: Node
  steps: readonly Step[]
  lost?: string | null
  seen: number
  client: string
  batch: number
  by: string | null
  at: Date
}

/**
 * Stores the next batch and the form after it, in which fields that the batch does not change keep their stored texts,
 * and announces it.
 *
 * @param before the newest document of the locked draft
 */
export async function storeBatch(
  tx: Db,
  draft: DocumentRow,
  before: Node,
  { doc, steps, lost = null, seen, client, batch, by, at }: NewBatch,
): Promise<StoredBatch> {
  const version = draft.version + 1
  const stored = { version, steps: steps.map((step) => step.toJSON()), lost, seen, client, batch, by }
  await tx.insert(draftSteps).values({ draftId: draft.id, ...stored, at })
  if (version % BATCHES_PER_SNAPSHOT === 0)
    await tx.insert(draftSnapshots).values({ draftId: draft.id, version, document: doc.toJSON(), at })
  const form = formAfter(readFields(draft.fields), before, doc)
  await tx.update(drafts).set({ version, fields: form }).where(eq(drafts.id, draft.id))
  await announce(tx, draft.id, stored)
  return stored
}

/** Size of a notification in bytes; PostgreSQL allows 8,000. */
const MAX_NOTIFICATION = 7_000

/** Small batches are part of the notification, which saves the others a request. */
async function announce(
  tx: Db,
  draft: string,
  { version, steps, client, batch, by, seen }: StoredBatch,
): Promise<void> {
  const whole = JSON.stringify({ draft, version, batch: { version, steps, client, batch, by, seen } })
  const message = Buffer.byteLength(whole) <= MAX_NOTIFICATION ? whole : JSON.stringify({ draft, version })
  await tx.execute(sql`select pg_notify('masthead_live', ${message})`)
}

/** Stored texts may be in other markup than those of the document. */
function formAfter(stored: ArticleForm, before: Node, after: Node): ArticleForm {
  const form = articleDraftSchema.parse(readForm(after))
  const isSame = (index: number) => before.child(index).eq(after.child(index))
  return {
    ...form,
    ...(isSame(0) && { title: stored.title }),
    ...(isSame(1) && { summary: stored.summary }),
    ...(isSame(2) && { content: stored.content }),
  }
}

/** Returns the form at a version; null if its steps are too old. */
export async function readFormAt(tx: Db, draft: DraftRow, version: number): Promise<ArticleForm | null> {
  if (version === draft.version) return readFields(draft.fields)
  const document = await loadDocument(tx, draft, version)
  return document && articleDraftSchema.parse(readForm(document.doc))
}

type Replacing = {
  by?: string | null
  /** The version that the person has seen; by default the newest. */
  seen?: number
  client?: string
}

/** Replaces the text of a locked draft by the smallest steps: people who have it open keep what they write elsewhere. */
export async function replaceFields(
  tx: Db,
  id: string,
  fields: ArticleForm,
  updatedAt: Date,
  { by = null, seen, client = `system-${randomUUID()}` }: Replacing = {},
): Promise<void> {
  const [row] = await tx.select().from(drafts).where(eq(drafts.id, id))
  if (!row) return
  const isOpened = (await tx.$count(draftSnapshots, eq(draftSnapshots.draftId, row.id))) > 0
  if (isOpened) {
    const document = await loadDocument(tx, row)
    if (!document) throw new Error(`The steps of draft ${row.id} are incomplete`)
    const { doc, steps } = changesTo(document.doc, toDocument(fields))
    const batch = {
      doc,
      steps,
      seen: seen ?? row.version,
      client,
      batch: 1,
      by,
      at: updatedAt,
    }
    if (steps.length > 0) await storeBatch(tx, row, document.doc, batch)
  }
  await tx.update(drafts).set({ fields, updatedAt }).where(eq(drafts.id, row.id))
}
