import { AsyncLocalStorage } from 'node:async_hooks'
import PQueue from 'p-queue'
import { TooBusyError } from '#platform/with-user-message.server.ts'
import { SEARCH_BUSY } from '../rules/search-error.ts'

/** Less than the number of database connections, so that other pages never wait for searches. */
const MAX_RUNNING = 4
const MAX_WAITING = 40

export function createSearchQueue() {
  const queue = new PQueue({ concurrency: MAX_RUNNING })
  return {
    /** @throws TooBusyError if the queue is full */
    async run<T>(search: () => Promise<T>): Promise<T> {
      if (queue.size >= MAX_WAITING) throw new TooBusyError(SEARCH_BUSY)
      // Otherwise a waiting task runs in another one's async context and tags its page.
      return queue.add(AsyncLocalStorage.bind(search))
    },
  }
}
