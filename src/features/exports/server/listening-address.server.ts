import { isIPv6 } from 'node:net'
import type { Env } from '#platform/process/env.server.ts'
import { listeningPort } from '#platform/process/site-origin.server.ts'

const ANY = ['', '0.0.0.0', '::']

/** Returns the local address of the running site. Requests for local hosts are not redirected to the public address. */
export function listeningAddress({ HOST = '' }: Pick<Env, 'HOST'>): string {
  const host = ANY.includes(HOST) ? 'localhost' : isIPv6(HOST) ? `[${HOST}]` : HOST
  return `http://${host}:${listeningPort()}`
}
