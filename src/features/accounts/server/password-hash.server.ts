import { verifyPassword as compareHash, hashPassword as computeHash } from 'better-auth/crypto'
import { createSemaphore } from '#platform/concurrency/semaphore.ts'

/**
 * scrypt occupies one of libuv's four threads, which also read files and compress responses, and a processor. How many
 * wait is limited by `takePasswordTurn`.
 */
const oneAtATime = createSemaphore(1)

export function hashPassword(password: string): Promise<string> {
  return oneAtATime.run(() => computeHash(password))
}

export function verifyPassword(attempt: { hash: string; password: string }): Promise<boolean> {
  return oneAtATime.run(() => compareHash(attempt))
}
