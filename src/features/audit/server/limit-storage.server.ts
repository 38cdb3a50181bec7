import { RateLimiterMemory } from 'rate-limiter-flexible'
import { TooBusyError } from '#platform/http/with-user-message.server.ts'

/** More than a person writes in an hour. Each process counts separately. */
const MAX_BYTES_PER_HOUR = 50_000_000
/** Rows, index entries and audit entries. */
const BYTES_PER_CHANGE = 2_000

/** Limits what a person can store, so that a stolen session cannot fill the disk. */
export function createStorageLimit(maxBytes = MAX_BYTES_PER_HOUR) {
  const stored = new RateLimiterMemory({ points: maxBytes, duration: 3600 })

  /**
   * Call in the transaction of the change, which a rejection rolls back.
   *
   * @param account.id null for the system
   * @param bytes of text
   * @throws TooBusyError
   */
  return async ({ id }: { id: string | null }, bytes = 0): Promise<void> => {
    if (id === null) return
    const { consumedPoints } = await stored.penalty(id, bytes + BYTES_PER_CHANGE)
    if (consumedPoints > maxBytes)
      throw new TooBusyError('You have saved too much data in the last hour. Please try again later.')
  }
}

export const limitStorage = createStorageLimit()
