import { createAuthClient } from 'better-auth/react'

/** Spec §9: auth token refresh check. */
const CHECK_EVERY_SECONDS = 30
/** The key under which better-auth's client hears of other tabs (its broadcast-channel.ts). */
const CHANNEL = 'better-auth.message'

/** The session as this tab knows it: asked for every 30 s, when the tab is looked at, and when another tab says so. */
export const authClient = createAuthClient({
  sessionOptions: { refetchInterval: CHECK_EVERY_SECONDS, refetchOnWindowFocus: true },
})

/** Has this tab and the others ask anew who is signed in. */
export function announceSession(): void {
  authClient.$store.notify('$sessionSignal')
  const message = { event: 'session', data: { trigger: 'getSession' }, timestamp: Date.now() }
  try {
    localStorage.setItem(CHANNEL, JSON.stringify(message))
  } catch {
    // Without storage the other tabs learn of it within half a minute.
  }
}
