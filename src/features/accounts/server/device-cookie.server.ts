import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { db } from '#platform/database/db.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { auth, cookiePrefix } from './auth.server.ts'
import { rememberNetwork } from './known-network.server.ts'
import { clientAddressOf } from './rate-limit.server.ts'

const NAME = 'masthead.device'
/** Browsers' maximum (RFC 6265bis §5.5). */
const MAX_AGE_SECONDS = 400 * 86_400

/**
 * Browsers that have signed in before have a separate limit, so that others cannot lock the owner out (OWASP, "Slow Down Online Guessing Attacks with
 * Device Cookies").
 */
export async function findKnownDevice({ headers }: Request, email: string): Promise<string | undefined> {
  return readKnownDevice(headers.get('cookie'), email, await cookieSecret())
}

/** Also remembers the network. */
export async function rememberDevice(response: Response, request: Request, email: string): Promise<Response> {
  await rememberNetwork(db(), email, clientAddressOf(request))
  if (!(await findKnownDevice(request, email)))
    response.headers.append('set-cookie', createDeviceCookie(email, await cookieSecret(), siteOrigin()))
  return response
}

async function cookieSecret(): Promise<string> {
  const { $context } = await auth()
  return (await $context).secret
}

function readKnownDevice(cookies: string | null, email: string, secret: string): string | undefined {
  for (const cookie of (cookies ?? '').split(';')) {
    const [name = '', value = ''] = cookie.trim().split('=', 2)
    if (name.replace(/^__Host-/, '') !== NAME) continue
    const [device = '', signature = ''] = value.split('.')
    if (device && isSameSignature(signature, sign(device, email, secret))) return device
  }
  return undefined
}

/** @returns a Set-Cookie header */
export function createDeviceCookie(email: string, secret: string, origin: string): string {
  const device = randomBytes(12).toString('base64url')
  const value = `${device}.${sign(device, email, secret)}`
  const prefix = cookiePrefix(origin)
  const flag = prefix && '; Secure'
  return `${prefix}${NAME}=${value}; Max-Age=${MAX_AGE_SECONDS}; Path=/; HttpOnly; SameSite=Lax${flag}`
}

function sign(device: string, email: string, secret: string): string {
  return createHmac('sha256', secret).update(`device\n${device}\n${email.toLowerCase()}`).digest('base64url')
}

/** Compares in constant time. */
export function isSameSignature(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
