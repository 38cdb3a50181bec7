import { verifyPassword as compareHash, hashPassword as computeHash } from 'better-auth/crypto'
import PQueue from 'p-queue'
import { TooBusyError } from '#platform/pages/with-user-message.server.ts'

/** scrypt occupies one of libuv's four threads, which also read files and compress responses. */
const MAX_RUNNING = 1
/** About one second of work. */
const MAX_WAITING = 10

const queue = new PQueue({ concurrency: MAX_RUNNING })

/** @throws TooBusyError */
export function hashPassword(password: string): Promise<string> {
  return enqueue(() => computeHash(password))
}

/** @throws TooBusyError */
export function verifyPassword(attempt: { hash: string; password: string }): Promise<boolean> {
  return enqueue(() => compareHash(attempt))
}

async function enqueue<T>(work: () => Promise<T>): Promise<T> {
  if (queue.size >= MAX_WAITING)
    throw new TooBusyError('Too many people are signing in at once. Please try again in a few seconds.')
  return queue.add(work)
}
