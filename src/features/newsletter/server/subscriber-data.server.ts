import { and, desc, eq } from 'drizzle-orm'
import type { Account } from '#features/access/rules/access.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { auditLog } from '#schema/audit.ts'
import { importItems, imports } from '#schema/imports.ts'
import { newsletterCampaigns, newsletterDeliveries, newsletterSubscribers } from '#schema/newsletter.ts'

/** More than one a day for 25 years. */
const MAX_ENTRIES = 10_000

/** All data about a subscriber (GDPR, Article 15). Instants are ISO 8601. */
export type SubscriberData = {
  email: string
  fullName: string | null
  isActive: boolean
  inactiveReason: string | null
  subscribedAt: string
  returnRequestedAt: string | null
  /** The name of the import file that contained the address. */
  importedFrom: string | null
  /** Changes by administrators, and earlier copies of the data. Newest first. */
  history: { action: string; at: string }[]
  /** Newest first. */
  deliveries: { subject: string; state: string; settledAt: string | null; reason: string | null }[]
}

/** Reads all data about a subscriber, and records the access in the audit log. Null if the subscriber does not exist. */
export async function readSubscriberData(
  db: Db,
  { by, id }: { by: Account; id: string },
): Promise<SubscriberData | null> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, id))
    if (!row) return null
    const { subject } = newsletterCampaigns
    const { state, settledAt, reason, campaignId, subscriberId } = newsletterDeliveries
    const deliveries = await tx
      .select({ subject, state, settledAt, reason })
      .from(newsletterDeliveries)
      .innerJoin(newsletterCampaigns, eq(newsletterCampaigns.id, campaignId))
      .where(eq(subscriberId, id))
      .orderBy(desc(newsletterDeliveries.id))
      .limit(MAX_ENTRIES)
    const [imported] = await tx
      .select({ name: imports.name })
      .from(importItems)
      .innerJoin(imports, eq(imports.id, importItems.importId))
      .where(and(eq(importItems.kind, 'subscriber'), eq(importItems.ourId, id)))
    const history = await tx
      .select({ action: auditLog.action, at: auditLog.at })
      .from(auditLog)
      .where(eq(auditLog.subjectId, id))
      .orderBy(desc(auditLog.id))
      .limit(MAX_ENTRIES)
    await recordAudit(tx, { by, action: 'subscriber.export-one', subjectId: id, subject: row.email })
    return {
      email: row.email,
      fullName: row.fullName,
      isActive: row.isActive,
      inactiveReason: row.inactiveReason,
      subscribedAt: row.subscribedAt.toISOString(),
      returnRequestedAt: row.returnRequestedAt?.toISOString() ?? null,
      importedFrom: imported?.name ?? null,
      history: history.map(({ action, at }) => ({ action, at: at.toISOString() })),
      deliveries: deliveries.map(({ settledAt, ...delivery }) => ({
        ...delivery,
        settledAt: settledAt?.toISOString() ?? null,
      })),
    }
  })
}

/** Deletes a subscriber and all deliveries (GDPR, Article 17). The audit log keeps only the id. */
export async function deleteSubscriber(
  db: Db,
  { by, id }: { by: Account; id: string },
): Promise<{ kind: 'deleted' | 'missing' }> {
  return db.transaction(async (tx) => {
    const [deleted] = await tx
      .delete(newsletterSubscribers)
      .where(eq(newsletterSubscribers.id, id))
      .returning({ id: newsletterSubscribers.id })
    if (!deleted) return { kind: 'missing' }
    await tx.update(auditLog).set({ subject: id }).where(eq(auditLog.subjectId, id))
    await recordAudit(tx, { by, action: 'subscriber.delete', subjectId: id, subject: id })
    return { kind: 'deleted' }
  })
}
