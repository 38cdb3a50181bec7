import type { Env } from './env.server.ts'

let current = 'http://localhost:3000'

export function setSiteOrigin(env: Pick<Env, 'SITE_URL'>, port: number): string {
  current = env.SITE_URL ?? `http://localhost:${port}`
  return current
}

/** Host headers are not used, since pages are cached for all readers. */
export function siteOrigin(): string {
  return current
}
