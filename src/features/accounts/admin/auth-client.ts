import { createAuthClient } from 'better-auth/react'
import { failureText } from '#kernel/failure-text.ts'
import { RequestFailure } from '#kernel/request-failure.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { fetchOwn } from '#platform/http/fetch-from-server.ts'

/** Spec §9: auth token refresh check. */
const REFRESH_INTERVAL_SECONDS = 30
/** better-auth's local storage key (its broadcast-channel.ts). */
const CHANNEL = 'better-auth.message'

/** Spec §8: an unexpected exception. */
export const unexpectedError = () => phrase('An unexpected error occurred')

export type AuthFailure =
  | { kind: 'rejected'; message: string; code?: string; field?: string; status: number }
  /** No readable response. */
  | { kind: 'failed'; error: unknown }

export type AuthResult<T> = { kind: 'done'; data: T } | AuthFailure

/** POST if there is a `body`. Never rejects. */
export async function fetchAuth<T = unknown>(
  path: string,
  body?: object,
  signal?: AbortSignal,
): Promise<AuthResult<T>> {
  try {
    const response = await fetchOwn(`/api/auth/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: body ? { 'content-type': 'application/json' } : {},
      body: body ? JSON.stringify(body) : null,
      signal: signal ?? null,
    })
    const data = await response.json().catch((cause) => {
      throw new RequestFailure('unavailable', cause)
    })
    if (response.ok) return { kind: 'done', data }
    const { message = unexpectedError(), code, field } = data
    return { kind: 'rejected', message, code, field, status: response.status }
  } catch (error) {
    return { kind: 'failed', error }
  }
}

/** @throws RequestFailure, or an error with the server's message */
export async function loadAuth<T>(path: string): Promise<T> {
  const result = await fetchAuth<T>(path)
  if (result.kind === 'done') return result.data
  throw result.kind === 'failed' ? result.error : new Error(result.message)
}

export function authErrorMessage(
  failure: AuthFailure,
  text = phrase('An unexpected error occurred. Please try again.'),
): string {
  return failure.kind === 'rejected' ? failure.message : failureText(failure.error, text)
}

export const authClient = createAuthClient({
  sessionOptions: { refetchInterval: REFRESH_INTERVAL_SECONDS, refetchOnWindowFocus: true },
})

/** Refreshes all tabs. */
export function refreshSession(): void {
  authClient.$store.notify('$sessionSignal')
  const message = { event: 'session', data: { trigger: 'getSession' }, timestamp: Date.now() }
  try {
    localStorage.setItem(CHANNEL, JSON.stringify(message))
  } catch {
    // Other tabs refresh at their next interval.
  }
}
