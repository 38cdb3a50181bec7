import * as z from 'zod'

const RESTORING = 'restore-'

/** The ID of a client, which chooses one for each document or front that it opens. */
export const clientId = z
  .string()
  .regex(/^[\w-]{8,40}$/)
  .refine((id) => !id.startsWith(RESTORING))

/** Returns the client of the batch that the server makes to restore a revision for an editor. */
export const restoringClient = (client: string) => `${RESTORING}${client}`

export type RestoredFor = 'self' | 'other'

/**
 * Returns for whom the server has restored a revision with a batch of `sender`; undefined if the batch restores none.
 *
 * @param client undefined if the batch is of another account
 */
export function restoredFor(sender: string, client: string | undefined): RestoredFor | undefined {
  if (client !== undefined && sender === restoringClient(client)) return 'self'
  return sender.startsWith(RESTORING) ? 'other' : undefined
}
