import type { IncomingMessage } from 'node:http'
import { clientAddress } from '#platform/http/client-address.ts'
import type { RequestHandler } from '#platform/http/http.server.ts'
import { isCrossSite } from '#platform/http/is-cross-site.ts'
import { BASE_HEADERS } from '#platform/http/security-headers.server.ts'
import { sendText } from '#platform/http/text-response.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { type Beacon, parseBeacon } from '../rules/beacon.ts'
import { type Device, deviceOf, isBot } from '../rules/user-agent.ts'
import type { ViewQueue } from './view-queue.server.ts'

/** Where readers' pages tell what is read. */
export const BEACON_PATH = '/api/beacon'
const MOST_BYTES = 2048
/** What one address may tell in a minute: a school behind one address is heard, a flood is not. */
const MOST_A_MINUTE = 1_200
const MOST_ADDRESSES = 50_000
/** For how long an administrator's session is known for one. */
const ADMINISTRATOR_MS = 60_000
const MOST_SESSIONS = 500
const MOST_USER_AGENTS = 1_000
/** The headers by which proxies name the country of who asks, in two letters (ISO 3166-1). */
const COUNTRY_HEADERS = ['cf-ipcountry', 'cloudfront-viewer-country', 'x-vercel-ip-country', 'x-country-code']
/** "Not known", as Cloudflare writes it. */
const NO_COUNTRY = 'XX'
const EMPTY = Buffer.alloc(0)
const HEADERS = { ...BASE_HEADERS, 'cache-control': 'no-store' }

/**
 * Takes what readers' pages tell (`count-views.ts`). Programs, administrators, and those who ask not to be followed are answered
 * alike and left out; of no answer can be told whether anything was counted.
 *
 * @param options.isAdministrator whether a request is of one; asked only of those who have a session
 */
export function createBeaconHandler(options: {
  queue: Pick<ViewQueue, 'add'>
  isAdministrator: (request: IncomingMessage) => Promise<boolean>
  trustProxy: boolean
  now?: () => number
  mostAMinute?: number
}): RequestHandler {
  const { queue, trustProxy, now = Date.now, mostAMinute = MOST_A_MINUTE } = options
  const readerDevice = rememberDevices()
  const takeTurn = createTurns(now, mostAMinute)
  const isAdministrator = remember(options.isAdministrator, now)

  async function count(beacon: Beacon, request: IncomingMessage): Promise<void> {
    const { headers } = request
    const userAgent = headers['user-agent'] ?? ''
    const device = readerDevice(userAgent)
    if (!device || asksNotToBeFollowed(request)) return
    const address = clientAddress(request, trustProxy)
    // Whose connection is gone has none.
    if (!address || !takeTurn(address)) return
    if (headers.cookie?.includes('session_token=') && (await isAdministrator(request))) return
    const at = now()
    if (beacon.kind !== 'view') return queue.add({ ...beacon, at })
    const referrer = beacon.referrer === hostOf(request) ? '' : beacon.referrer
    const country = trustProxy ? countryOf(request) : ''
    queue.add({ ...beacon, referrer, at, address, userAgent, device, country })
  }

  return async (path, request, response) => {
    if (path !== BEACON_PATH) return false
    if (request.method !== 'POST') {
      response.setHeader('allow', 'POST')
      sendText(response, 405, 'Pages tell here that they are read.')
    } else if (isFromElsewhere(request)) {
      sendText(response, 403, 'Only pages of this site tell here that they are read.')
    } else {
      const text = await readText(request)
      const beacon = text === undefined ? undefined : parseBeacon(text)
      if (text === undefined) sendText(response.setHeader('connection', 'close'), 413, 'That is too much.')
      else if (!beacon) sendText(response, 400, 'That cannot be read.')
      else {
        response.writeHead(204, HEADERS).end()
        await count(beacon, request)
      }
    }
    return true
  }
}

/** Do Not Track (W3C Tracking Preference Expression) and Global Privacy Control. */
function asksNotToBeFollowed({ headers }: IncomingMessage): boolean {
  return headers.dnt === '1' || headers['sec-gpc'] === '1'
}

function isFromElsewhere({
  headers: { host = '', origin, 'sec-fetch-site': site },
}: IncomingMessage): boolean {
  if (site === 'same-origin' || (!site && !origin)) return false
  const told = new Headers({
    host,
    ...(site && { 'sec-fetch-site': String(site) }),
    ...(origin && { origin }),
  })
  return isCrossSite(told, siteOrigin())
}

/** @returns undefined where it is more than a beacon may bring */
async function readText(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) return undefined
  // Most has come with the headers, while it waited its turn.
  if (request.complete) return textOf(request.read() ?? EMPTY)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MOST_BYTES) return undefined
  }
  return textOf(Buffer.concat(chunks))
}

const textOf = (bytes: Buffer) => (bytes.length > MOST_BYTES ? undefined : bytes.toString())

function hostOf({ headers: { host = '' } }: IncomingMessage): string {
  return host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^www\./, '')
}

function countryOf({ headers }: IncomingMessage): string {
  const given = COUNTRY_HEADERS.map((name) => headers[name]).find(Boolean)
  const country = String(given ?? '').toUpperCase()
  // What has a digit is none, such as T1 for Tor and A1 for a proxy: no name could be shown for it.
  return /^[A-Z]{2}$/.test(country) && country !== NO_COUNTRY ? country : ''
}

/** Gives each address so many turns a minute. */
function createTurns(now: () => number, most: number): (address: string) => boolean {
  const taken = new Map<string, number>()
  let minute = 0
  return (address) => {
    const current = Math.floor(now() / 60_000)
    if (current !== minute || taken.size > MOST_ADDRESSES) taken.clear()
    minute = current
    const turns = (taken.get(address) ?? 0) + 1
    taken.set(address, turns)
    return turns <= most
  }
}

/**
 * Tells what a reader reads on, and nothing of a program. Reading a User-Agent takes longer than all else of a beacon, and millions
 * of readers have few of them.
 */
function rememberDevices(): (userAgent: string) => Device | undefined {
  const known = new Map<string, Device | undefined>()
  return (userAgent) => {
    if (known.has(userAgent)) return known.get(userAgent)
    if (known.size >= MOST_USER_AGENTS) known.clear()
    const device = isBot(userAgent) ? undefined : deviceOf(userAgent)
    known.set(userAgent, device)
    return device
  }
}

/** Asks of each session once in a while only. */
function remember(
  isAdministrator: (request: IncomingMessage) => Promise<boolean>,
  now: () => number,
): (request: IncomingMessage) => Promise<boolean> {
  const known = new Map<string, { until: number; answer: Promise<boolean> }>()
  return (request) => {
    const cookie = request.headers.cookie ?? ''
    const found = known.get(cookie)
    if (found && found.until > now()) return found.answer
    if (known.size >= MOST_SESSIONS) known.clear()
    const answer = isAdministrator(request)
    known.set(cookie, { until: now() + ADMINISTRATOR_MS, answer })
    return answer
  }
}
