import { and, eq, sql } from 'drizzle-orm'
import type { ImportedKind } from '#kernel/import-states.ts'
import { storableText } from '#kernel/text/text.ts'
import type { Db } from '#platform/database/db.server.ts'
import { byName } from '#platform/database/name-order.server.ts'
import { importItems, imports } from '#schema/imports.ts'
import type { ReportedItems } from '../rules/import-report.ts'

export type LedgerRow = typeof importItems.$inferSelect

/** The result of an item. */
export type LedgerEntry = Pick<LedgerRow, 'kind' | 'key' | 'result' | 'hash'> &
  Partial<Pick<LedgerRow, 'storedHash' | 'ourId' | 'title' | 'notes'>>

/** The running import, and the paper that it imports. */
export type RunningImport = { id: string; source: string }

/** A person has paused the import, or another process has ended it. */
export class ImportStoppedError extends Error {
  override name = 'ImportStoppedError'
}

/** Finds the entry of an item. */
export async function findItem(
  db: Db,
  source: string,
  kind: ImportedKind,
  key: string,
): Promise<LedgerRow | undefined> {
  const [row] = await db
    .select()
    .from(importItems)
    .where(and(eq(importItems.source, source), eq(importItems.kind, kind), eq(importItems.key, key)))
  return row
}

/** Finds a file with the same bytes. */
export async function findSameFile(db: Db, source: string, hash: string): Promise<LedgerRow | undefined> {
  const [row] = await db
    .select()
    .from(importItems)
    .where(and(eq(importItems.source, source), eq(importItems.kind, 'file'), eq(importItems.hash, hash)))
    .limit(1)
  return row
}

/**
 * Records the result of an item. Call it in the transaction that stores the item, which then commits before it is on the disk: after
 * a crash of PostgreSQL, the last items are missing together with their entries, and the import repeats them.
 *
 * @throws ImportStoppedError if the import no longer runs, so that nothing is stored
 */
export function recordItem(tx: Db, running: RunningImport, entry: LedgerEntry): Promise<void> {
  return recordItems(tx, running, [entry])
}

/** Records the results of several items as {@link recordItem} does. Of two with the same key, the last counts. */
export async function recordItems(
  tx: Db,
  { id, source }: RunningImport,
  entries: readonly LedgerEntry[],
): Promise<void> {
  // The lock makes a pause wait for these items.
  const [running] = await tx
    .select({ id: imports.id, commit: sql`set_config('synchronous_commit', 'off', true)` })
    .from(imports)
    .where(and(eq(imports.id, id), eq(imports.state, 'running')))
    .for('share')
  if (!running) throw new ImportStoppedError('The import has been stopped.')
  const byKey = new Map(entries.map((entry) => [`${entry.kind} ${entry.key}`, entry]))
  if (byKey.size === 0) return
  await tx
    .insert(importItems)
    .values(
      Array.from(byKey.values(), (entry) => ({
        ...{ source, kind: entry.kind, key: entry.key, importId: id, result: entry.result, hash: entry.hash },
        storedHash: entry.storedHash ?? null,
        ourId: entry.ourId ?? null,
        title: storableText((entry.title ?? '').slice(0, MAX_TITLE_LENGTH)),
        notes: (entry.notes ?? []).map(storableText),
      })),
    )
    .onConflictDoUpdate({
      target: [importItems.source, importItems.kind, importItems.key],
      set: Object.fromEntries(
        REPLACED.map((name) => [name, sql`excluded.${sql.identifier(importItems[name].name)}`]),
      ),
    })
}

const MAX_TITLE_LENGTH = 200
const REPLACED = ['importId', 'result', 'hash', 'storedHash', 'ourId', 'title', 'notes'] as const

/** Counts the results of an import so far. */
export async function countResults(db: Db, importId: string): Promise<ReportedItems> {
  const { kind, result } = importItems
  const rows = await db
    .select({ kind, result, count: sql<number>`count(*)::int` })
    .from(importItems)
    .where(eq(importItems.importId, importId))
    .groupBy(kind, result)
  const items: ReportedItems = {}
  for (const row of rows) {
    items[row.kind] ??= {}
    Object.assign(items[row.kind] ?? {}, { [row.result]: { count: row.count, examples: [] } })
  }
  return items
}

export type NotedItem = { kind: ImportedKind; title: string; ourId: string | null; notes: string[] }

const MAX_NOTED = 200

/** Lists items that could not be imported, or that differ from the source. */
export async function listNotedItems(db: Db, importId: string): Promise<NotedItem[]> {
  const { kind, title, ourId, notes } = importItems
  return db
    .select({ kind, title, ourId, notes })
    .from(importItems)
    .where(and(eq(importItems.importId, importId), sql`${notes} <> '{}'`))
    .orderBy(kind, byName(title))
    .limit(MAX_NOTED)
}
