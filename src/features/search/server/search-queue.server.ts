import { AsyncLocalStorage } from 'node:async_hooks'
import PQueue from 'p-queue'
import { TooBusy } from '#platform/with-user-message.server.ts'

/** Fewer than the database has connections, so that other pages never wait for searches. */
const MAX_RUNNING = 4
const MAX_WAITING = 40

/** A queue that runs a few searches at a time and rejects new ones when it is full. Searches end by their statement timeouts. */
export function createSearchQueue() {
  const queue = new PQueue({ concurrency: MAX_RUNNING })
  return {
    /** @throws TooBusy if the queue is full */
    async run<T>(search: () => Promise<T>): Promise<T> {
      if (queue.size >= MAX_WAITING)
        throw new TooBusy('Too many readers are searching at once. Please try again in a moment.')
      // A waiting task would otherwise run in the async context of the task before it, and tag that task's page.
      return queue.add(AsyncLocalStorage.bind(search))
    },
  }
}
