const PREFIX = 'restore-'

/** Returns the client of the batch that the server makes to restore a revision for an editor. */
export const restoringClient = (client: string) => `${PREFIX}${client}`

export type RestoredFor = 'self' | 'other'

/** Returns for whom the server has restored a revision with a batch of `sender`; undefined if the batch restores none. */
export function restoredFor(sender: string, client: string): RestoredFor | undefined {
  if (sender === restoringClient(client)) return 'self'
  return sender.startsWith(PREFIX) ? 'other' : undefined
}
