import { isNotFound, isRedirect } from '@tanstack/react-router'
import { log } from './log.server.ts'

/**
 * Runs what a server function does; what it throws is logged, and the reader is told `message` instead: an error of the
 * database would show its SQL.
 */
export async function orFail<T>(message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isNotFound(error) || isRedirect(error)) throw error
    log().error({ err: error }, message)
    throw new Error(message)
  }
}
