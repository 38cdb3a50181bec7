import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { db } from '#platform/database/db.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { findAccount } from './administrators.server.ts'
import { auth, cookiePrefix } from './auth.server.ts'
import { rememberNetwork } from './known-network.server.ts'
import { clientAddressOf } from './rate-limit.server.ts'

const NAME = 'masthead.device'
/** Browsers' maximum (RFC 6265bis §5.5). */
const MAX_AGE_SECONDS = 400 * 86_400

type Device = { id: string; accountId: string }

/**
 * Browsers that have signed in before have a separate limit, so that others cannot lock the owner out (OWASP, "Slow Down Online Guessing Attacks with
 * Device Cookies"). After the removal of an account, they are unknown to the next one with its email address.
 */
export async function findKnownDevice(request: Request, email: string): Promise<string | undefined> {
  const device = await readDevice(request, email)
  if (!device) return undefined
  const account = await findAccount(db(), email)
  return account?.id === device.accountId ? device.id : undefined
}

/** Checks the signature only, without the database: the account may have been removed. */
export async function hasSignedDevice(request: Request, email: string): Promise<boolean> {
  return (await readDevice(request, email)) !== undefined
}

/** Also remembers the network. */
export async function rememberDevice(response: Response, request: Request, email: string): Promise<Response> {
  const account = await findAccount(db(), email)
  if (!account) return response
  await rememberNetwork(db(), account.id, clientAddressOf(request))
  const device = await readDevice(request, email)
  if (device?.accountId !== account.id)
    response.headers.append('set-cookie', createDeviceCookie(account, await cookieSecret(), siteOrigin()))
  return response
}

async function cookieSecret(): Promise<string> {
  const { $context } = await auth()
  return (await $context).secret
}

async function readDevice({ headers }: Request, email: string): Promise<Device | undefined> {
  const secret = await cookieSecret()
  for (const cookie of (headers.get('cookie') ?? '').split(';')) {
    const [name = '', value = ''] = cookie.trim().split('=', 2)
    if (name.replace(/^__Host-/, '') !== NAME) continue
    const [id = '', accountId = '', signature = ''] = value.split('.')
    const device = { id, accountId }
    if (id && isSameSignature(signature, sign(device, email, secret))) return device
  }
  return undefined
}

/** @returns a Set-Cookie header */
export function createDeviceCookie(
  account: { id: string; email: string },
  secret: string,
  origin: string,
): string {
  const device = { id: randomBytes(12).toString('base64url'), accountId: account.id }
  const value = `${device.id}.${device.accountId}.${sign(device, account.email, secret)}`
  const prefix = cookiePrefix(origin)
  const flag = prefix && '; Secure'
  return `${prefix}${NAME}=${value}; Max-Age=${MAX_AGE_SECONDS}; Path=/; HttpOnly; SameSite=Lax${flag}`
}

function sign({ id, accountId }: Device, email: string, secret: string): string {
  const signed = `device\n${id}\n${accountId}\n${email.toLowerCase()}`
  return createHmac('sha256', secret).update(signed).digest('base64url')
}

/** Compares in constant time. */
export function isSameSignature(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
