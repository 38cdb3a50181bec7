import { isNotFound, isRedirect } from '@tanstack/react-router'
import { log } from './log.server.ts'
import { preventCaching } from './pages/page-tags.server.ts'

/** Refuses what is asked too often at once: a page is answered with 503. The message is for readers, and there is nothing to log. */
export class TooBusy extends Error {}

/**
 * Runs what a server function does; what it throws is logged, and the reader is told `message` instead: an error of the
 * database would show its SQL.
 */
export async function withUserMessage<T>(message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isNotFound(error) || isRedirect(error)) throw error
    // The framework answers with 200 all the same: stored, the failure would outlive its cause.
    preventCaching(error instanceof TooBusy ? 'busy' : undefined)
    if (error instanceof TooBusy) throw new Error(error.message)
    log().error({ err: error }, message)
    throw new Error(message)
  }
}
