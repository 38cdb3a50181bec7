const MINUTE_MS = 60_000
/** The server notes a use once in ten minutes (auth.server.ts). */
const IN_USE_MINUTES = 11

/** When a session was last used, in words. */
export function describeLastUse(lastUsedAt: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(lastUsedAt)) / MINUTE_MS)
  if (minutes <= IN_USE_MINUTES) return 'in use'
  if (minutes < 60) return `last used ${minutes} minutes ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `last used ${hours === 1 ? 'an hour' : `${hours} hours`} ago`
  const days = Math.floor(hours / 24)
  return `last used ${days === 1 ? 'a day' : `${days} days`} ago`
}
