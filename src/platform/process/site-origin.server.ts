import type { Env } from './env.server.ts'

let current = 'http://localhost:3000'
let port = 3000

export function setSiteOrigin(env: Pick<Env, 'SITE_URL'>, listening: number): string {
  port = listening
  current = env.SITE_URL ?? `http://localhost:${port}`
  return current
}

/** Host headers are not used, since pages are cached for all readers. */
export function siteOrigin(): string {
  return current
}

/** Returns the port of the HTTP server on this machine. */
export function listeningPort(): number {
  return port
}
