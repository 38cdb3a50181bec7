import type { Env } from './env.server.ts'

let current = 'http://localhost:3000'

/** Sets the site's own origin: SITE_URL, else this machine at `port`. @returns it */
export function setSiteOrigin(env: Pick<Env, 'SITE_URL'>, port: number): string {
  current = env.SITE_URL ?? `http://localhost:${port}`
  return current
}

/**
 * Where the site is, for absolute addresses (canonical links, social metadata). A request's Host header is not
 * believed: pages are stored for everybody.
 */
export function siteOrigin(): string {
  return current
}
