import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.server.ts'
import { parseCursor } from '#kernel/cursor.ts'
import { decodePath } from '#kernel/paths.ts'
import { csvLine } from '#kernel/text/csv.ts'
import type { Db } from '#platform/database/db.server.ts'
import { exactInstant, isAfter, toPage } from '#platform/database/keyset.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { hasPage } from '#platform/render/page-probe.server.ts'
import { redirects } from '#schema/redirects.ts'
import { encodePath, MAX_REDIRECTS, parseFrom, parseTarget, targetKey } from '../rules/redirect-address.ts'
import {
  fullRefusal,
  type ParsedRedirect,
  type RedirectFacts,
  type RedirectForm,
  type Refusal,
  refuseRedirect,
} from '../rules/redirect-form.ts'
import { lockRedirects } from './add-redirect.server.ts'

const PAGE_SIZE = 50
const EXPORT_PAGE_SIZE = 1_000

/** `createdAt` is ISO 8601, UTC. */
export type RedirectRow = {
  id: string
  from: string
  target: string | null
  status: number
  origin: (typeof redirects.$inferSelect)['origin']
  hits: number
  createdAt: string
}

export type RedirectPage = { redirects: RedirectRow[]; next: string | null }

export type SaveRedirectOutcome = { kind: 'saved' } | ({ kind: 'refused' } & Refusal) | { kind: 'gone' }

/**
 * Lists redirects, newest first.
 *
 * @param options.q part of either address
 * @param options.before as in `listCategory`
 */
export async function listRedirects(
  db: Db,
  { q, before, size = PAGE_SIZE }: { q?: string; before?: string; size?: number } = {},
): Promise<RedirectPage> {
  const { id, fromPath, target, status, origin, hits, createdAt } = redirects
  const rows = await db
    .select({ id, from: fromPath, target, status, origin, hits, createdAt, exact: exactInstant(createdAt) })
    .from(redirects)
    .where(and(isAfter(createdAt, id, parseCursor(before)), matches(q)))
    .orderBy(desc(createdAt), desc(id))
    .limit(size + 1)
  const { items, next } = toPage(rows, size)
  return {
    redirects: items.map(({ exact: _, createdAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
    })),
    next,
  }
}

/** Targets are stored encoded. */
function matches(q: string | undefined): SQL | undefined {
  if (!q) return undefined
  const plain = decodePath(q).normalize().toLowerCase()
  const isIn = (column: typeof redirects.fromPath | typeof redirects.target, text: string) =>
    sql`strpos(lower(${column}), ${text.toLowerCase()}) > 0`
  return or(
    isIn(redirects.fromPath, plain),
    isIn(redirects.target, plain),
    isIn(redirects.target, encodePath(plain)),
  )
}

/**
 * Saves a redirect unless it makes a loop or a chain, or a page is at its address.
 *
 * @param form.id chosen by the client, so that a retry creates one
 */
export async function saveRedirect(
  db: Db,
  by: Actor,
  form: RedirectForm & { id: string; isNew: boolean },
): Promise<SaveRedirectOutcome> {
  const parsed = parseRedirect(form)
  if ('reason' in parsed) return { kind: 'refused', ...parsed }
  const isPage = await hasPage(encodePath(parsed.from))
  return db.transaction(async (tx) => {
    await lockRedirects(tx)
    const [before] = await tx.select().from(redirects).where(eq(redirects.id, form.id))
    if (!before && !form.isNew) return { kind: 'gone' }
    const known = await findFacts(tx, [parsed])
    const refusal = refuseRedirect(parsed, known.factsOf(parsed, { hasPage: isPage, id: form.id }))
    if (refusal) return { kind: 'refused', ...refusal }
    if (!before && (await countRedirects(tx)) >= MAX_REDIRECTS) return { kind: 'refused', ...fullRefusal() }
    const { from: fromPath, target, status } = parsed
    const changes = diffFields(
      { from: before?.fromPath, target: before?.target, status: before?.status },
      { from: fromPath, target, status },
    )
    if (before && Object.keys(changes).length === 0) return { kind: 'saved' }
    const values = { fromPath, target, status }
    if (before) await tx.update(redirects).set(values).where(eq(redirects.id, form.id))
    else await tx.insert(redirects).values({ id: form.id, ...values, origin: 'editor' })
    const action = before ? 'redirect.update' : 'redirect.create'
    await recordAudit(tx, { by, action, subjectId: form.id, subject: fromPath, changes })
    return { kind: 'saved' }
  })
}

/** Deletes a redirect, if it still exists. */
export async function deleteRedirect(db: Db, by: Actor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [deleted] = await tx.delete(redirects).where(eq(redirects.id, id)).returning()
    if (!deleted) return
    const changes = { target: { from: deleted.target ?? String(deleted.status), to: null } }
    await recordAudit(tx, {
      by,
      action: 'redirect.delete',
      subjectId: id,
      subject: deleted.fromPath,
      changes,
    })
  })
}

export function parseRedirect({ from, target, status }: RedirectForm): ParsedRedirect | Refusal {
  const origin = siteOrigin()
  const parsedFrom = parseFrom(from, origin)
  if (parsedFrom.kind === 'invalid') return { field: 'from', reason: parsedFrom.reason }
  if (status === '410') return { from: parsedFrom.value, target: null, status: 410 }
  const parsedTarget = parseTarget(target, origin)
  if (parsedTarget.kind === 'invalid') return { field: 'target', reason: parsedTarget.reason }
  return { from: parsedFrom.value, target: parsedTarget.value, status: Number(status) }
}

export function countRedirects(tx: Db): Promise<number> {
  return tx.$count(redirects)
}

type Known = { id: string; from: string; target: string | null }

/**
 * Reads the stored redirects from and to the addresses of `parsed`. `factsOf` compares one of `parsed` with them, and `add` adds
 * one to them.
 */
export async function findFacts(tx: Db, parsed: readonly ParsedRedirect[]) {
  const keys = parsed.flatMap(({ from, target }) => [from, (target && targetKey(target)) ?? from])
  const { id, fromPath: from, target } = redirects
  const [fromThem, toThem] = [
    await tx
      .select({ id, from, target })
      .from(redirects)
      .where(sql`${from} = any(${sql.param(keys)}::text[])`),
    await tx
      .select({ id, from, target })
      .from(redirects)
      .where(sql`${target} = any(${sql.param(parsed.map((one) => encodePath(one.from)))}::text[])`),
  ]
  const byFrom = new Map<string, Known>(fromThem.map((row) => [row.from, row]))
  const byTarget = new Map<string, Known>()
  const addTarget = (row: Known) => row.target !== null && byTarget.set(targetKey(row.target) ?? '', row)
  for (const row of toThem) addTarget(row)
  return {
    factsOf({ from, target }: ParsedRedirect, own: { hasPage: boolean; id?: string }): RedirectFacts {
      const other = (row: Known | undefined) => (row && row.id !== own.id ? row : undefined)
      return {
        hasPage: own.hasPage,
        isTaken: other(byFrom.get(from)) !== undefined,
        next: other(byFrom.get((target && targetKey(target)) ?? '')),
        previous: other(byTarget.get(from))?.from,
      }
    },
    add(redirect: ParsedRedirect): void {
      const row = { id: '', from: redirect.from, target: redirect.target }
      byFrom.set(row.from, row)
      addTarget(row)
    },
  }
}

/** Writes all redirects as CSV, newest first. Holds one page of them in memory. */
export async function* redirectLines(db: Db): AsyncGenerator<string> {
  yield csvLine(['from', 'to', 'status', 'hits', 'created'])
  let before: string | undefined
  do {
    const page: RedirectPage = await listRedirects(db, { before, size: EXPORT_PAGE_SIZE })
    yield page.redirects
      .map(({ from, target, status, hits, createdAt }) =>
        csvLine([from, target ?? '', String(status), String(hits), createdAt.slice(0, 10)]),
      )
      .join('')
    before = page.next ?? undefined
  } while (before)
}
