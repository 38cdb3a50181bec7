import { failureText } from '#kernel/failure-text.ts'
import { RequestFailure } from '#kernel/request-failure.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { showToast } from './toast.ts'

/** @param text what failed (spec §8) */
export function showFailure(error: unknown, text: string, title = phrase('Error')): void {
  if (isAborted(error)) return
  logFault(error)
  void showToast({ title, text: failureText(error, text), isError: true })
}

/** The user cancelled the request. */
export function isAborted(error: unknown): boolean {
  return error instanceof RequestFailure && error.kind === 'aborted'
}

/** Reports faults of the page's own code. Errors of the server arrive as plain `Error`; the server logs them. */
export function logFault(error: unknown): void {
  if (error instanceof Error && error.constructor !== Error && !(error instanceof RequestFailure))
    reportError(error)
}
