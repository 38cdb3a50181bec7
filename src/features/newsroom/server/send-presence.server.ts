import { eq, sql } from 'drizzle-orm'
import type { Account } from '#features/accounts/rules/access.ts'
import type { Db } from '#platform/database/db.server.ts'
import { createAttemptLimit } from '#platform/http/attempt-limit.server.ts'
import { drafts } from '#schema/newsroom.ts'
import { canReadDraft } from '../rules/draft-access.ts'
import { signPresence } from '../rules/presence.ts'
import { MAX_PRESENCE_BYTES } from '../rules/update-limits.ts'
import { requireDraftAccess } from './require-draft-access.server.ts'

/** Carets move with each key. */
const MAX_PER_SECOND = 20
const MAX_TOTAL_PER_SECOND = 500

/** `invalid`, `limited` and `gone` were not sent. */
export type PresenceOutcome = { kind: 'sent' | 'invalid' | 'limited' | 'gone' }

/** Sends awareness updates (y-protocols) to everybody who has the draft open, on all processes. Nothing is stored. */
export function createPresenceSender() {
  const limit = createAttemptLimit({ perAddress: MAX_PER_SECOND, inTotal: MAX_TOTAL_PER_SECOND, seconds: 1 })

  return async (
    db: Db,
    by: Account,
    { id, update }: { id: string; update: Uint8Array },
  ): Promise<PresenceOutcome> => {
    if (update.length > MAX_PRESENCE_BYTES) return { kind: 'invalid' }
    const signed = signPresence(update, { id: by.id, name: by.fullName })
    if (!signed) return { kind: 'invalid' }
    if ((await limit.take(by.id)) !== null) return { kind: 'limited' }
    const { ownerId, assigneeId } = drafts
    const [draft] = await db.select({ ownerId, assigneeId }).from(drafts).where(eq(drafts.id, id))
    // Nobody else has opened a draft that does not exist yet.
    if (!draft) return { kind: 'gone' }
    requireDraftAccess(canReadDraft(by, draft))
    const message = JSON.stringify({ draft: id, presence: Buffer.from(signed).toString('base64') })
    await db.execute(sql`select pg_notify('masthead_live', ${message})`)
    return { kind: 'sent' }
  }
}

export const sendPresence = createPresenceSender()
