import type { IncomingMessage } from 'node:http'
import { eq } from 'drizzle-orm'
import { isUuid } from '#kernel/uuid.ts'
import type { Db } from '#platform/database/db.server.ts'
import { drafts } from '#schema/newsroom.ts'
import { canReadDraft } from '../rules/draft-access.ts'
import type { DraftActor } from './require-draft-access.server.ts'

/** Returns the id of the draft that a client of the stream has open (`?draft=ID`). */
export function followedDraft({ url = '' }: IncomingMessage): string | undefined {
  const [, query] = url.split('?', 2)
  const id = new URLSearchParams(query).get('draft')?.toLowerCase()
  return id !== undefined && isUuid(id) ? id : undefined
}

/** The author of a new draft follows it before it is first saved. */
export async function canFollowDraft(db: Db, by: DraftActor, id: string): Promise<boolean> {
  const { ownerId, assigneeId } = drafts
  const [draft] = await db.select({ ownerId, assigneeId }).from(drafts).where(eq(drafts.id, id))
  return !draft || canReadDraft(by, draft)
}
