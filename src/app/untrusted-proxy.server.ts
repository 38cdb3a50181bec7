import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '#platform/process/env.server.ts'
import { log } from '#platform/process/log.server.ts'

export const UNTRUSTED_PROXY_FIX =
  'Set TRUST_PROXY=on for one proxy, or the number or the networks of your proxies: see "Domains and proxies" in docs/configuration.md.'

/** In DATA_DIR, for `masthead doctor`, with the address of a proxy that this start has noticed. */
const NOTICE_FILE = 'untrusted-proxy'

export async function reportUntrustedProxy({ DATA_DIR }: Env, address: string): Promise<void> {
  log().warn({ address }, `${describeUntrustedProxy(address)} ${UNTRUSTED_PROXY_FIX}`)
  await writeFile(join(DATA_DIR, NOTICE_FILE), address).catch(() => {})
}

export function describeUntrustedProxy(address: string): string {
  return `A proxy at ${address} forwards requests, but TRUST_PROXY does not include it: all visitors share its address and its limits, and https is not recognised.`
}

/** The configuration may have changed. */
export async function forgetUntrustedProxy({ DATA_DIR }: Env): Promise<void> {
  await rm(join(DATA_DIR, NOTICE_FILE), { force: true }).catch(() => {})
}

/** The address of a proxy, if one was noticed since the last start. */
export async function findUntrustedProxy({ DATA_DIR }: Env): Promise<string | undefined> {
  return readFile(join(DATA_DIR, NOTICE_FILE), 'utf8').catch(() => undefined)
}
