import type { IncomingMessage } from 'node:http'
import { eq, sql } from 'drizzle-orm'
import { type Account, hasCapability } from '#features/access/rules/access.ts'
import { canEditDraft, canReadDraft } from '#features/drafts/rules/draft-access.ts'
import { requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import { type FrontPage, isFrontPage } from '#features/front/rules/front-page.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { Db } from '#platform/database/db.server.ts'
import { createAttemptLimit } from '#platform/http/attempt-limit.server.ts'
import { drafts } from '#schema/newsroom.ts'
import { type PresenceMessage, signPresence } from '../rules/presence.ts'
import { draftTopic, frontTopic } from '../rules/stream-topic.ts'

/** Returns what a client follows (`?draft=ID` or `?front=PAGE`). */
export function followedTopic({ url = '' }: IncomingMessage): string | undefined {
  const [, query] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  const draft = parameters.get('draft')?.toLowerCase()
  if (draft !== undefined && isUuid(draft)) return draftTopic(draft)
  const front = parameters.get('front')
  return front !== null && isFrontPage(front) ? frontTopic(front) : undefined
}

/** The author of a new draft follows it before it is first saved. */
export async function canFollowTopic(db: Db, by: Account, topic: string): Promise<boolean> {
  const [kind, id = ''] = topic.split('=')
  if (kind === 'front') return hasCapability(by, 'front.curate')
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

type Message = { message: PresenceMessage } & ({ draft: string } | { front: FrontPage })

/**
 * Publishes the presence of a person to everybody who has the same draft or front open, on all processes. Stores nothing. Checks
 * access to a draft; the caller checks access to a front.
 */
export function createPresenceSender() {
  const limit = createAttemptLimit({ perAddress: MAX_PER_SECOND, inTotal: MAX_TOTAL_PER_SECOND, seconds: 1 })

  return async (db: Db, by: Account, { message, ...topic }: Message): Promise<PresenceOutcome> => {
    if ((await limit.take(by.id)) !== null) return { kind: 'limited' }
    let isReading = false
    if ('draft' in topic) {
      const draft = await findDraft(db, topic.draft)
      // Nobody else has opened a draft that does not exist yet.
      if (!draft) return { kind: 'gone' }
      requireDraftAccess(canReadDraft(by, draft))
      isReading = !canEditDraft(by, draft)
    }
    const presence = signPresence(message, {
      id: by.id,
      name: by.fullName,
      ...(by.portraitUrl && { portraitUrl: by.portraitUrl }),
      ...(isReading && { isReading }),
    })
    if (!presence) return { kind: 'invalid' }
    const payload = JSON.stringify({ ...topic, presence })
    await db.execute(sql`select pg_notify('masthead_live', ${payload})`)
    return { kind: 'sent' }
  }
}

export const sendPresence = createPresenceSender()
