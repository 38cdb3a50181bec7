import { TooBusy } from '#platform/public-failure.server.ts'
import { createSemaphore } from '#platform/semaphore.ts'

/** Searches that run at once: fewer than the database has connections, so that other pages never wait for searches. */
const PLACES = 4
const LONGEST_QUEUE = 40

/** Places in which searches run, a few at a time; those who would wait long are refused. */
export function createSearchPlaces() {
  const places = createSemaphore(PLACES)
  let inside = 0
  return {
    /** Runs `search` as soon as there is a place. @throws TooBusy */
    async run<T>(search: () => Promise<T>): Promise<T> {
      if (inside >= PLACES + LONGEST_QUEUE)
        throw new TooBusy('Too many readers are searching at once. Please try again in a moment.')
      inside += 1
      try {
        return await places.run(search)
      } finally {
        inside -= 1
      }
    },
  }
}
