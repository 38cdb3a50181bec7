import { and, desc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { authoriseRequest } from '#features/accounts/server/current-session.server.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import { csvLine } from '#kernel/text/csv.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { toNumberedPage } from '#platform/database/keyset.server.ts'
import { endOfDay, startOfDay } from '#platform/database/local-day.server.ts'
import { byName } from '#platform/database/name-order.server.ts'
import { csvDownload, errorResponse } from '#platform/http/responses.server.ts'
import { users } from '#schema/accounts.ts'
import { auditLog, type Changes } from '#schema/audit.ts'
import { type AuditFilter, readAuditFilter } from '../rules/audit-filter.ts'
import { describeField, describeValue } from '../rules/describe-audit.ts'

const PAGE_SIZE = 50
const MAX_PEOPLE = 200

/** `at` is ISO 8601. */
export type AuditEntry = {
  id: number
  at: string
  actorId: string | null
  /** The email at the time of the change. */
  actorEmail: string
  /** The current name; null for deleted accounts. */
  actorName: string | null
  action: string
  subject: string
  changes: AuditChange[]
  /** The client's IP address, for security events. */
  address: string | null
  count: number
}

type AuditChange = { name: string; from: string | null; to: string | null }

type AuditPage = { entries: AuditEntry[]; next: number | null }

/** Newest first. */
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
      address: auditLog.address,
      count: auditLog.count,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(before === undefined ? undefined : lt(auditLog.id, before), matches(filter)))
    .orderBy(desc(auditLog.id))
    .limit(size + 1)
  const { items, next } = toNumberedPage(rows, size, ({ id }) => id)
  return {
    entries: items.map((row) => ({
      ...row,
      at: row.at.toISOString(),
      changes: describeChanges(row.changes),
    })),
    next,
  }
}

function describeChanges(changes: Changes): AuditChange[] {
  return Object.entries(changes).map(([name, change]) => ({
    name: describeField(name),
    from: describeValue(name, change.from),
    to: describeValue(name, change.to),
  }))
}

function matches({ person, kind, day }: AuditFilter): SQL | undefined {
  return and(
    person === 'gone' ? isNull(auditLog.actorId) : person ? eq(auditLog.actorId, person) : undefined,
    kind ? sql`split_part(${auditLog.action}, '.', 1) = ${kind}` : undefined,
    day ? gte(auditLog.at, startOfDay(day)) : undefined,
    day ? lt(auditLog.at, endOfDay(day)) : undefined,
  )
}

type AuditFilterOptions = {
  people: { id: string; fullName: string; email: string }[]
  hasDeleted: boolean
  kinds: string[]
}

/** Reads the log's indexes only. */
export async function listAuditFilterOptions(db: Db): Promise<AuditFilterOptions> {
  const [people, deleted, kinds] = await Promise.all([
    db.execute<AuditFilterOptions['people'][number]>(sql`
      select id, full_name as "fullName", email from users
      where exists (select from audit_log where actor_id = users.id)
      order by ${byName(sql`full_name`)}, email limit ${MAX_PEOPLE}`),
    db.execute<{ some: boolean }>(sql`select exists (select from audit_log where actor_id is null) as some`),
    db.execute<{ kind: string }>(sql`
      with recursive actions as (
        select min(action) as action from audit_log
        union all
        select (select min(action) from audit_log where action > actions.action)
        from actions where actions.action is not null
      )
      select distinct split_part(action, '.', 1) as kind from actions where action is not null order by kind`),
  ])
  return {
    people: people.rows,
    hasDeleted: deleted.rows[0]?.some === true,
    kinds: kinds.rows.map(({ kind }) => kind),
  }
}

const FILE_NAME = 'audit_log.csv'
const COLUMNS = ['Time', 'Email', 'Action', 'Subject', 'Changes', 'Address', 'Count']
const CHUNK_SIZE = 500

/** Filters as the screen does, and records the export. */
export async function handleAuditExport({ request }: { request: Request }): Promise<Response> {
  try {
    const account = await authoriseRequest(request, 'audit.read')
    if (account instanceof Response) return account
    const filter = readAuditFilter(Object.fromEntries(new URL(request.url).searchParams))
    await recordAudit(db(), { by: account, action: 'audit-log.export', subject: FILE_NAME })
    return await csvDownload(FILE_NAME, auditLines(db(), filter))
  } catch (error) {
    return errorResponse('The audit log could not be exported', error)
  }
}

async function* auditLines(db: Db, filter: ReturnType<typeof readAuditFilter>): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  let before: number | undefined
  do {
    const { entries, next } = await listAudit(db, { ...filter, before, size: CHUNK_SIZE })
    yield entries
      .map(({ at, actorEmail, action, subject, changes, address, count }) =>
        csvLine([at, actorEmail, action, subject, changesText(changes), address ?? '', String(count)]),
      )
      .join('')
    before = next ?? undefined
  } while (before !== undefined)
}

function changesText(changes: readonly AuditChange[]): string {
  return changes.map(({ name, from, to }) => `${name}: ${from ?? 'nothing'} → ${to ?? 'nothing'}`).join('\n')
}
