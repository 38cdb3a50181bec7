import { RateLimiterMemory } from 'rate-limiter-flexible'
import { TooBusyError } from '#platform/with-user-message.server.ts'

/** More than a person writes. Counted by each process. */
const MAX_BYTES_PER_HOUR = 50 * 1024 * 1024
/** Size of the rows, index entries and audit entries of a change. */
const BYTES_PER_CHANGE = 2 * 1024

/** Limits what a person stores in the database, so that a stolen session cannot fill the disk. */
export function createStorageLimit(maxBytes = MAX_BYTES_PER_HOUR) {
  const stored = new RateLimiterMemory({ points: maxBytes, duration: 3600 })

  /**
   * Call in the transaction of the change, which a rejection rolls back.
   *
   * @param by null for the system
   * @param bytes of text
   * @throws TooBusyError
   */
  return async ({ id }: { id: string | null }, bytes = 0): Promise<void> => {
    if (id === null) return
    const { consumedPoints } = await stored.penalty(id, bytes + BYTES_PER_CHANGE)
    if (consumedPoints > maxBytes)
      throw new TooBusyError('You have stored too much in the last hour. Wait and try again.')
  }
}

export const limitStorage = createStorageLimit()
