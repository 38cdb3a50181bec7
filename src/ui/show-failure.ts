import { failureText } from '#kernel/failure-text.ts'
import { RequestFailure } from '#kernel/request-failure.ts'
import { showToast } from './toast.ts'

/**
 * Shows that a change failed, unless the user has cancelled it.
 *
 * @param text what failed (spec §8)
 */
export function showFailure(error: unknown, text: string, title = 'Error'): void {
  if (isAborted(error)) return
  logFault(error)
  void showToast({ title, text: failureText(error, text), isError: true })
}

/** Whether the user has cancelled the request. */
export function isAborted(error: unknown): boolean {
  return error instanceof RequestFailure && error.kind === 'aborted'
}

/** Logs an error of the page's own code. The server logs its own, which arrive as plain `Error` with a message. */
export function logFault(error: unknown): void {
  if (error instanceof Error && error.constructor !== Error && !(error instanceof RequestFailure))
    reportError(error)
}
