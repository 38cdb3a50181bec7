import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { users } from '#schema/accounts.ts'
import type { Changes } from '#schema/audit.ts'
import { auditLog } from '#schema/audit.ts'
import type { AuditFilter } from '../rules/audit-filter.ts'
import { describeField, describeValue } from '../rules/describe-audit.ts'

/** As many entries as a page of the log has. */
const PAGE_SIZE = 50
/** More people than these are not offered to choose from. */
const MOST_PEOPLE = 200

/** One change that somebody made; `at` is ISO 8601. */
export type AuditEntry = {
  id: number
  at: string
  actorId: string | null
  /** As it was then. */
  actorEmail: string
  /** What the account is called now; null where it is gone. */
  actorName: string | null
  action: string
  subject: string
  changes: AuditChange[]
}

/** What became of a field, as text; null is nothing. */
export type AuditChange = { name: string; from: string | null; to: string | null }

/** A page of the log; `next` is what continues it. */
export type AuditPage = { entries: AuditEntry[]; next: number | null }

/**
 * The audit log, the latest first.
 *
 * @param options.before the `next` of the page before
 */
export async function listAudit(
  db: Db,
  { before, size = PAGE_SIZE, ...filter }: AuditFilter & { before?: number; size?: number } = {},
): Promise<AuditPage> {
  const rows = await db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      actorId: auditLog.actorId,
      actorEmail: auditLog.actorEmail,
      actorName: users.name,
      action: auditLog.action,
      subject: auditLog.subject,
      changes: auditLog.changes,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(before === undefined ? undefined : lt(auditLog.id, before), matches(filter)))
    .orderBy(desc(auditLog.id))
    .limit(size + 1)
  const shown = rows.slice(0, size)
  return {
    entries: shown.map((row) => ({ ...row, at: row.at.toISOString(), changes: textsOf(row.changes) })),
    next: rows.length > size ? (shown.at(-1)?.id ?? null) : null,
  }
}

function textsOf(changes: Changes): AuditChange[] {
  return Object.entries(changes).map(([name, change]) => ({
    name: describeField(name),
    from: describeValue(change.from),
    to: describeValue(change.to),
  }))
}

function matches({ person, kind, day }: AuditFilter): SQL | undefined {
  return and(
    person === 'gone' ? isNull(auditLog.actorId) : person ? eq(auditLog.actorId, person) : undefined,
    kind ? sql`split_part(${auditLog.action}, '.', 1) = ${kind}` : undefined,
    day ? sql`${auditLog.at} >= ${day}::date::timestamp at time zone 'Europe/London'` : undefined,
    day ? sql`${auditLog.at} < (${day}::date + 1)::timestamp at time zone 'Europe/London'` : undefined,
  )
}

/** What the log can be filtered by. */
export type AuditChoices = {
  people: { id: string; fullName: string; email: string }[]
  /** Whether some entries are of accounts that are gone. */
  hasGone: boolean
  /** The nouns of actions, in the order of the alphabet. */
  kinds: string[]
}

/** The people and the kinds of change that the log knows. Of the log only its indexes are read, however long it is. */
export async function listAuditChoices(db: Db): Promise<AuditChoices> {
  const [people, gone, kinds] = await Promise.all([
    db.execute<AuditChoices['people'][number]>(sql`
      select id, full_name as "fullName", email from users
      where exists (select from audit_log where actor_id = users.id)
      order by lower(full_name), email limit ${MOST_PEOPLE}`),
    db.execute<{ some: boolean }>(sql`select exists (select from audit_log where actor_id is null) as some`),
    db.execute<{ kind: string }>(sql`
      with recursive known as (
        select min(action) as action from audit_log
        union all
        select (select min(action) from audit_log where action > known.action)
        from known where known.action is not null
      )
      select distinct split_part(action, '.', 1) as kind from known where action is not null order by kind`),
  ])
  return {
    people: people.rows,
    hasGone: gone.rows[0]?.some === true,
    kinds: kinds.rows.map(({ kind }) => kind),
  }
}
