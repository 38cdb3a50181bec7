import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Account } from '#features/access/rules/access.ts'
import { authoriseRequest } from '#features/accounts/server/current-session.server.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import { parseCursor } from '#kernel/cursor.ts'
import type { JoinCounts } from '#kernel/growth.ts'
import { csvLine } from '#kernel/text/csv.ts'
import { localDay } from '#kernel/time/zoned-time.ts'
import { countByMonth } from '#platform/database/count-by-month.server.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { containsFolded } from '#platform/database/folded-text.server.ts'
import { exactInstant, isAfter, toPage } from '#platform/database/keyset.server.ts'
import { csvDownload, errorResponse } from '#platform/http/responses.server.ts'
import { newsletterSubscribers } from '#schema/newsletter.ts'

const PAGE_SIZE = 50

/** Spec §2, Users and Newsletter admin; `subscribedAt` is ISO 8601. */
export type Subscriber = {
  id: string
  email: string
  fullName: string | null
  isActive: boolean
  inactiveReason: string | null
  subscribedAt: string
}

type SubscriberPage = { subscribers: Subscriber[]; next: string | null }

/**
 * Newest first.
 *
 * @param options.q part of the email, name or id
 */
export async function listSubscribers(
  db: Db,
  { q, before, size = PAGE_SIZE }: { q?: string; before?: string; size?: number } = {},
): Promise<SubscriberPage> {
  const { id, email, fullName, isActive, inactiveReason, subscribedAt } = newsletterSubscribers
  const rows = await db
    .select({
      id,
      email,
      fullName,
      isActive,
      inactiveReason,
      subscribedAt,
      exact: exactInstant(subscribedAt),
    })
    .from(newsletterSubscribers)
    .where(and(isAfter(subscribedAt, id, parseCursor(before)), matches(q)))
    .orderBy(desc(subscribedAt), desc(id))
    .limit(size + 1)
  const { items, next } = toPage(rows, size)
  return {
    subscribers: items.map(({ exact: _, ...row }) => ({
      ...row,
      subscribedAt: row.subscribedAt.toISOString(),
    })),
    next,
  }
}

function matches(q: string | undefined): SQL | undefined {
  if (!q) return undefined
  const { id, email, fullName } = newsletterSubscribers
  return sql`(strpos(lower(${email}), lower(${q})) > 0 or ${containsFolded(fullName, q)}
    or strpos(${id}::text, lower(${q})) > 0)`
}

type SubscriberCounts = JoinCounts & { active: number; engagementRate: number }

export async function countSubscribers(db: Db, now: Date): Promise<SubscriberCounts> {
  const [joined, active] = await Promise.all([
    countByMonth(db, newsletterSubscribers.subscribedAt, now),
    db.$count(newsletterSubscribers, eq(newsletterSubscribers.isActive, true)),
  ])
  return { ...joined, active, engagementRate: engagementRate({ active, total: joined.total }) }
}

/** Returns a whole percentage; 0 without subscribers (spec §9, Engagement rate). */
export function engagementRate({ active, total }: { active: number; total: number }): number {
  return total === 0 ? 0 : Math.round((active / total) * 100)
}

export async function setSubscriberActive(
  db: Db,
  { by, id, isActive }: { by: Account; id: string; isActive: boolean },
): Promise<{ kind: 'done' | 'missing' }> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({ email: newsletterSubscribers.email, isActive: newsletterSubscribers.isActive })
      .from(newsletterSubscribers)
      .where(eq(newsletterSubscribers.id, id))
      .for('update')
    if (!row) return { kind: 'missing' }
    if (row.isActive === isActive) return { kind: 'done' }
    await tx
      .update(newsletterSubscribers)
      .set({ isActive, inactiveReason: null, returnRequestedAt: null })
      .where(eq(newsletterSubscribers.id, id))
    await recordAudit(tx, {
      by,
      action: isActive ? 'subscriber.activate' : 'subscriber.deactivate',
      subjectId: id,
      subject: row.email,
      changes: { isActive: { from: row.isActive, to: isActive } },
    })
    return { kind: 'done' }
  })
}

/** Spec §7, CSV export. */
const FILE_NAME = 'newsletter_subscribers.csv'
const COLUMNS = ['Email', 'Name', 'Status', 'Subscribed Date']
const EXPORT_PAGE_SIZE = 1_000

/** Records the export in the audit log. */
export async function handleSubscriberExport({ request }: { request: Request }): Promise<Response> {
  try {
    const account = await authoriseRequest(request, 'newsletter.manage')
    if (account instanceof Response) return account
    await recordAudit(db(), { by: account, action: 'subscriber.export', subject: FILE_NAME })
    return await csvDownload(FILE_NAME, subscriberLines(db()))
  } catch (error) {
    return errorResponse('Failed to export newsletter subscribers', error)
  }
}

/** Holds one page in memory. */
export async function* subscriberLines(db: Db): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  let before: string | undefined
  do {
    const { subscribers, next } = await listSubscribers(db, { before, size: EXPORT_PAGE_SIZE })
    yield subscribers
      .map(({ email, fullName, isActive, subscribedAt }) =>
        csvLine([email, fullName ?? '', isActive ? 'Active' : 'Inactive', localDay(subscribedAt)]),
      )
      .join('')
    before = next ?? undefined
  } while (before)
}
