import { createAuthClient } from 'better-auth/react'

/** Spec §9: auth token refresh check. */
const REFRESH_INTERVAL_SECONDS = 30
/** The local storage key by which better-auth's client notifies other tabs (its broadcast-channel.ts). */
const CHANNEL = 'better-auth.message'

/** Spec §8: an unexpected exception. */
export const UNEXPECTED_ERROR = 'An unexpected error occurred'

export type AuthFailure =
  /** `field` is the invalid form field, if any. */
  | { kind: 'rejected'; message: string; field?: string; status: number }
  /** No response, or an unreadable one. */
  | { kind: 'failed' }

export type AuthResult<T> = { kind: 'done'; data: T } | AuthFailure

/** Calls `/api/auth/…`, with POST if there is a body. Never rejects. */
export async function fetchAuth<T = unknown>(path: string, body?: object): Promise<AuthResult<T>> {
  try {
    const response = await fetch(`/api/auth/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: body ? { 'content-type': 'application/json' } : {},
      body: body ? JSON.stringify(body) : null,
    })
    const data = await response.json()
    if (response.ok) return { kind: 'done', data }
    const { message = UNEXPECTED_ERROR, field } = data
    return { kind: 'rejected', message, field, status: response.status }
  } catch {
    return { kind: 'failed' }
  }
}

export function authErrorMessage(failure: AuthFailure): string {
  return failure.kind === 'rejected' ? failure.message : `${UNEXPECTED_ERROR}. Please try again.`
}

/** The session, refreshed every 30 s, when the tab gets the focus, and when another tab changes it. */
export const authClient = createAuthClient({
  sessionOptions: { refetchInterval: REFRESH_INTERVAL_SECONDS, refetchOnWindowFocus: true },
})

/** Refreshes the session in this tab and in all others. */
export function refreshSession(): void {
  authClient.$store.notify('$sessionSignal')
  const message = { event: 'session', data: { trigger: 'getSession' }, timestamp: Date.now() }
  try {
    localStorage.setItem(CHANNEL, JSON.stringify(message))
  } catch {
    // Without storage, other tabs refresh at their next interval.
  }
}
