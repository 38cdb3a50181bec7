import { and, isNotNull, lt, sql } from 'drizzle-orm'
import { type Account, hasCapability } from '#features/access/rules/access.ts'
import {
  type AuditAction,
  type SecurityAction,
  UNKNOWN_ACCOUNT,
  VISITOR_EMAIL,
} from '#features/audit/rules/audit-actions.ts'
import { DAY_MS } from '#kernel/time/durations.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { createAttemptLimit } from '#platform/http/attempt-limit.server.ts'
import { log } from '#platform/process/log.server.ts'
import { auditLog } from '#schema/audit.ts'
import { clientAddressOf, clientNetworkOf } from './rate-limit.server.ts'

/** Limits what unauthenticated clients can cause. Further events share one entry per action. */
export const MAX_ENTRIES_PER_DAY = 1000
export const EVENT_RETENTION_DAYS = 90

const REJECTIONS: ReadonlySet<AuditAction> = new Set(['sign-in.fail', 'sign-in.lock', 'access.deny'])

const logLines = createAttemptLimit({ perAddress: 100, inTotal: 10_000, seconds: 600 })

type Subject = Pick<Account, 'id' | 'email' | 'role'> | undefined

/**
 * Writes an audit entry and a log line. Events of one day, account and network share an entry. Logs failures.
 *
 * @param subject undefined for unknown accounts: the entered address may be a password
 */
export async function recordSecurityEvent(
  request: Request,
  action: SecurityAction,
  subject: Subject,
): Promise<void> {
  const address = clientAddressOf(request)
  await writeSecurityLogLine(action, address, subject)
  try {
    const network = clientNetworkOf(request)
    await countEvent(db(), { action, subject, address, network, day: new Date().toISOString().slice(0, 10) })
  } catch (error) {
    log().warn({ err: error }, 'A security event could not be recorded')
  }
}

/** Writes a line for tools such as fail2ban (docs/security-log.md). The number of lines per address is limited. */
export async function writeSecurityLogLine(
  action: AuditAction,
  address: string,
  subject: Pick<Account, 'email'> | undefined,
): Promise<void> {
  if ((await logLines.take(address)) !== null) return
  const level = REJECTIONS.has(action) ? 'warn' : 'info'
  const account = subject?.email ?? '-'
  log()[level](
    { event: action, address, account },
    `Security: ${action} address=${address} account=${account}`,
  )
}

type Event = { action: SecurityAction; subject: Subject; address: string; network: string; day: string }

async function countEvent(db: Db, { action, subject, address, network, day }: Event): Promise<void> {
  const isOwn = action === 'sign-in.succeed' || action === 'access.deny'
  const by = isOwn && subject ? subject : { id: null, email: VISITOR_EMAIL }
  const entry = {
    actorId: by.id,
    actorEmail: by.email,
    action,
    subjectId: subject?.id,
    subject: subject?.email ?? UNKNOWN_ACCOUNT,
    address,
    aggregateKey: [day, action, subject?.id ?? '-', network].join(' '),
  }
  if (await incrementCount(db, entry.aggregateKey)) return
  const isExempt = action === 'sign-in.succeed' && subject && hasCapability(subject, 'admin.open')
  if (isExempt || (await countEntries(db)) < MAX_ENTRIES_PER_DAY) return insertOrCount(db, entry)
  const others = { actorEmail: VISITOR_EMAIL, action, subject: 'Other accounts and addresses' }
  await insertOrCount(db, { ...others, aggregateKey: `${day} ${action}` })
}

async function incrementCount(db: Db, key: string): Promise<boolean> {
  const { rowCount } = await db
    .update(auditLog)
    .set({ count: sql`${auditLog.count} + 1` })
    .where(sql`${auditLog.aggregateKey} = ${key}`)
  return Boolean(rowCount)
}

function countEntries(db: Db): Promise<number> {
  return db.$count(
    auditLog,
    and(sql`${auditLog.at} >= now() - interval '1 day'`, isNotNull(auditLog.aggregateKey)),
  )
}

async function insertOrCount(db: Db, entry: typeof auditLog.$inferInsert): Promise<void> {
  await db
    .insert(auditLog)
    .values(entry)
    .onConflictDoUpdate({ target: auditLog.aggregateKey, set: { count: sql`${auditLog.count} + 1` } })
}

/** @returns the number of deleted entries */
export async function deleteOldSecurityEvents(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - EVENT_RETENTION_DAYS * DAY_MS)
  const { rowCount } = await db
    .delete(auditLog)
    .where(and(isNotNull(auditLog.aggregateKey), lt(auditLog.at, before)))
  return rowCount ?? 0
}
