import { isNotFound, isRedirect } from '@tanstack/react-router'
import { setResponseHeader, setResponseStatus } from '@tanstack/react-start/server'
import { isConnectionLoss } from '#platform/errors/is-connection-loss.ts'
import { DISK_FULL_HEADER, isDiskFull } from '#platform/errors/is-disk-full.ts'
import { preventCaching } from '#platform/http/render-context.server.ts'
import { logFailure } from '#platform/process/log.server.ts'

/** Pages respond with 503. The message is for readers; nothing is logged. */
export class TooBusyError extends Error {}

/** Responds with status 403 and the message. */
export class ForbiddenError extends Error {}

/** Logs errors and replaces them with `message`: database errors contain SQL. */
export async function withUserMessage<T>(message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isNotFound(error) || isRedirect(error)) throw error
    if (error instanceof ForbiddenError) {
      setResponseStatus(403)
      throw new Error(error.message)
    }
    // The framework responds with 200, which must not be cached.
    const isTemporary = error instanceof TooBusyError || isConnectionLoss(error)
    preventCaching(isTemporary ? 'temporary' : undefined)
    if (error instanceof TooBusyError) throw new Error(error.message)
    logFailure(error, message)
    if (isDiskFull(error)) {
      setResponseStatus(507)
      setResponseHeader(DISK_FULL_HEADER, 'on')
    }
    throw new Error(message)
  }
}
