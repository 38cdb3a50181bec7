import type { IncomingMessage } from 'node:http'
import { eq, sql } from 'drizzle-orm'
import type { Account } from '#features/access/rules/access.ts'
import { canEditDraft, canReadDraft } from '#features/drafts/rules/draft-access.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { Db } from '#platform/database/db.server.ts'
import { createAttemptLimit } from '#platform/http/attempt-limit.server.ts'
import { drafts } from '#schema/newsroom.ts'
import { type PresenceMessage, signPresence } from '../rules/presence.ts'

/** Returns the id of the draft that a client follows (`?draft=ID`). */
export function followedDraft({ url = '' }: IncomingMessage): string | undefined {
  const [, query] = url.split('?', 2)
  const id = new URLSearchParams(query).get('draft')?.toLowerCase()
  return id !== undefined && isUuid(id) ? id : undefined
}

/** The author of a new draft follows it before it is first saved. */
export async function canFollowDraft(db: Db, by: DraftActor, id: string): Promise<boolean> {
  const draft = await findDraft(db, id)
  return !draft || canReadDraft(by, draft)
}

async function findDraft(db: Db, id: string) {
  const { ownerId, assigneeId } = drafts
  const [draft] = await db.select({ ownerId, assigneeId }).from(drafts).where(eq(drafts.id, id))
  return draft
}

/** Carets move with each key. */
const MAX_PER_SECOND = 20
const MAX_TOTAL_PER_SECOND = 500

type PresenceOutcome = { kind: 'sent' | 'invalid' | 'limited' | 'gone' }

/** Publishes a person's caret to everybody who has the draft open, on all processes. Stores nothing. */
export function createPresenceSender() {
  const limit = createAttemptLimit({ perAddress: MAX_PER_SECOND, inTotal: MAX_TOTAL_PER_SECOND, seconds: 1 })

  return async (
    db: Db,
    by: Account,
    { id, message }: { id: string; message: PresenceMessage },
  ): Promise<PresenceOutcome> => {
    const user = {
      id: by.id,
      name: by.fullName,
      ...(by.portraitUrl && { portraitUrl: by.portraitUrl }),
    }
    if ((await limit.take(by.id)) !== null) return { kind: 'limited' }
    const draft = await findDraft(db, id)
    // Nobody else has opened a draft that does not exist yet.
    if (!draft) return { kind: 'gone' }
    requireDraftAccess(canReadDraft(by, draft))
    const presence = signPresence(message, canEditDraft(by, draft) ? user : { ...user, isReading: true })
    if (!presence) return { kind: 'invalid' }
    const payload = JSON.stringify({ draft: id, presence })
    await db.execute(sql`select pg_notify('masthead_live', ${payload})`)
    return { kind: 'sent' }
  }
}

export const sendPresence = createPresenceSender()
