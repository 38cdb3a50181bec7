import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { type Actor, COMMAND_LINE_ACTOR, recordAudit } from '#features/audit/server/record-audit.server.ts'
import type { ImportFormat, ImportState } from '#kernel/import-states.ts'
import type { Db } from '#platform/database/db.server.ts'
import { users } from '#schema/accounts.ts'
import { importItems, imports } from '#schema/imports.ts'
import { type ImportOptions, importOptions } from '../rules/import-options.ts'
import { countItems, type ImportReport, type ReportedItems } from '../rules/import-report.ts'
import { countResults, listNotedItems, type NotedItem } from './import-ledger.server.ts'

const MAX_LISTED = 50

export type ImportRow = {
  id: string
  name: string
  format: ImportFormat | null
  state: ImportState
  options: ImportOptions
  report: ImportReport | null
  /** The items of the source. */
  total: number
  /** Those that the import has decided about. */
  done: number
  failure: string | null
  /** ISO 8601, UTC. */
  createdAt: string
}

export type ImportDetail = ImportRow & { results: ReportedItems; noted: NotedItem[] }

type StoredImport = typeof imports.$inferSelect

/** Lists the latest imports, newest first. */
export async function listImports(db: Db): Promise<ImportRow[]> {
  const rows = await db
    .select()
    .from(imports)
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(MAX_LISTED)
  const counts = await db
    .select({ id: importItems.importId, done: sql<number>`count(*)::int` })
    .from(importItems)
    .where(
      and(
        inArray(
          importItems.importId,
          rows.flatMap(({ id, state }) => (state === 'done' ? [] : [id])),
        ),
        sql`${importItems.kind} <> 'file'`,
      ),
    )
    .groupBy(importItems.importId)
  const done = new Map(counts.map((row) => [row.id, row.done]))
  return rows.map((row) => toRow(row, row.state === 'done' ? row.total : (done.get(row.id) ?? 0)))
}

/** Finds an import with its results so far; null if it does not exist. */
export async function findImport(db: Db, id: string): Promise<ImportDetail | null> {
  const [row] = await db.select().from(imports).where(eq(imports.id, id))
  if (!row) return null
  const results = await countResults(db, id)
  const noted = await listNotedItems(db, id)
  return { ...toRow(row, countItems(results)), results, noted }
}

function toRow(row: StoredImport, done: number): ImportRow {
  const { id, name, format, state, total, failure, createdAt } = row
  return {
    ...{ id, name, format, state, total, done, failure },
    options: importOptions.parse(row.options),
    report: row.report as ImportReport | null,
    createdAt: createdAt.toISOString(),
  }
}

/** Adds an import. A repeated call with the same id adds nothing. */
export async function addImport(
  db: Db,
  by: Actor,
  added: { id: string; name: string; path: string; options: ImportOptions; state: 'checking' | 'running' },
): Promise<void> {
  const { id, name } = added
  await db.transaction(async (tx) => {
    const stored = await tx
      .insert(imports)
      .values({ ...added, createdBy: by.id, ...(added.state === 'running' && { startedAt: sql`now()` }) })
      .onConflictDoNothing()
      .returning({ id: imports.id })
    if (stored.length === 0) return
    const action = added.state === 'running' ? 'import.start' : 'import.check'
    await recordAudit(tx, { by, action, subjectId: id, subject: name })
  })
}

export type ChangeImportOutcome =
  | { kind: 'changed' }
  /** The state of the import has changed in the meantime. */
  | { kind: 'refused' }

/** Starts an import that was checked, or continues one. */
export function startImport(
  db: Db,
  by: Actor,
  { id, options }: { id: string; options: ImportOptions },
): Promise<ChangeImportOutcome> {
  return changeState(db, by, id, {
    from: ['ready', 'paused', 'failed'],
    to: { state: 'running', options, failure: null, startedAt: sql`coalesce(started_at, now())` },
    action: 'import.start',
  })
}

/** Pauses an import after the items that are being stored. */
export function pauseImport(db: Db, by: Actor, id: string): Promise<ChangeImportOutcome> {
  return changeState(db, by, id, { from: ['running'], to: { state: 'paused' }, action: 'import.pause' })
}

/** Checks an export again, for example with other options. */
export function checkAgain(
  db: Db,
  by: Actor,
  { id, options }: { id: string; options: ImportOptions },
): Promise<ChangeImportOutcome> {
  return changeState(db, by, id, {
    from: ['ready', 'failed'],
    to: { state: 'checking', options, failure: null, report: null },
    action: 'import.check',
  })
}

async function changeState(
  db: Db,
  by: Actor,
  id: string,
  change: {
    from: ImportState[]
    to: Record<string, unknown>
    action: 'import.start' | 'import.pause' | 'import.check' | 'import.finish'
  },
): Promise<ChangeImportOutcome> {
  return db.transaction(async (tx) => {
    const [changed] = await tx
      .update(imports)
      .set(change.to)
      .where(and(eq(imports.id, id), inArray(imports.state, change.from)))
      .returning({ name: imports.name })
    if (!changed) return { kind: 'refused' }
    await recordAudit(tx, { by, action: change.action, subjectId: id, subject: changed.name })
    return { kind: 'changed' }
  })
}

export type ActiveImport = Pick<StoredImport, 'id' | 'name' | 'path' | 'state' | 'createdBy'> & {
  options: ImportOptions
}

/** Finds the oldest import that is to be checked or continued. */
export async function findActiveImport(db: Db): Promise<ActiveImport | null> {
  const [row] = await db
    .select()
    .from(imports)
    .where(inArray(imports.state, ['checking', 'running']))
    .orderBy(asc(imports.createdAt))
    .limit(1)
  if (!row) return null
  const { id, name, path, state, createdBy } = row
  return { id, name, path, state, createdBy, options: importOptions.parse(row.options) }
}

/** Finds the unfinished import of a file. */
export async function findUnfinishedImport(db: Db, path: string): Promise<{ id: string } | null> {
  const [row] = await db
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.path, path), inArray(imports.state, ['running', 'paused', 'failed'])))
    .orderBy(desc(imports.createdAt))
    .limit(1)
  return row ?? null
}

/** Stores the format and the paper of an import. */
export async function recordSource(
  db: Db,
  id: string,
  { format, paper }: { format: ImportFormat; paper: string },
): Promise<void> {
  await db.update(imports).set({ format, source: paper }).where(eq(imports.id, id))
}

/** Stores the report of a dry run. */
export async function recordReport(db: Db, id: string, report: ImportReport): Promise<void> {
  await db
    .update(imports)
    .set({ state: 'ready', report, total: countItems(report.items) })
    .where(and(eq(imports.id, id), eq(imports.state, 'checking')))
}

export async function recordFailure(db: Db, id: string, failure: string): Promise<void> {
  await db
    .update(imports)
    .set({ state: 'failed', failure: failure.slice(0, 1_000) })
    .where(and(eq(imports.id, id), inArray(imports.state, ['checking', 'running'])))
}

export async function recordFinish(db: Db, by: Actor, id: string): Promise<void> {
  await changeState(db, by, id, {
    from: ['running'],
    to: { state: 'done', finishedAt: sql`now()` },
    action: 'import.finish',
  })
}

/** Returns the person who added an import, or the actor of commands. */
export async function findImporter(db: Db, id: string | null): Promise<Actor> {
  if (!id) return COMMAND_LINE_ACTOR
  const [person] = await db.select({ email: users.email }).from(users).where(eq(users.id, id))
  return person ? { id, email: person.email } : COMMAND_LINE_ACTOR
}
