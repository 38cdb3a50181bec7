import * as z from 'zod'
import { clientId } from './client-id.ts'

/** With the person, a message must fit in a NOTIFY of 8,000 bytes. */
const MAX_SIGNED_LENGTH = 5_000

const position = z.int().nonnegative()

/** The state that a client publishes to the others. Unknown properties are removed. */
export const presenceMessage = z.object({
  client: clientId,
  /** Positions in a version of the document. */
  caret: z.object({ version: position, anchor: position, head: position }).nullable(),
  hasLeft: z.literal(true).optional(),
})

export type PresenceMessage = z.infer<typeof presenceMessage>

/** `isReading`: may not edit the article. */
type PresentUser = { id: string; name: string; portraitUrl?: string; isReading?: true }

export type SignedPresence = PresenceMessage & { user: PresentUser }

/** Adds the person, so that nobody can impersonate another one. @returns null if it would be too long */
export function signPresence(message: PresenceMessage, user: PresentUser): SignedPresence | null {
  const signed = { ...message, user }
  return JSON.stringify(signed).length <= MAX_SIGNED_LENGTH ? signed : null
}
