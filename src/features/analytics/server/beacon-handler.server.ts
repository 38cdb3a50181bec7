import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { BEACON_PATH } from '#kernel/paths.ts'
import { DAY_MS, MINUTE_MS } from '#kernel/time/durations.ts'
import { networkOf } from '#platform/http/attempt-limit.server.ts'
import { readRequestText } from '#platform/http/read-fields.server.ts'
import { isCrossSite } from '#platform/http/request-headers.server.ts'
import { sendText } from '#platform/http/responses.server.ts'
import { BASE_HEADERS } from '#platform/http/security-headers.server.ts'
import { clientAddress, isTrustedProxy, type TrustedProxies } from '#platform/process/client-address.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import type { RequestHandler } from '#platform/server/http.server.ts'
import { type Beacon, OTHER_NAMES, parseBeacon, type ViewBeacon } from '../rules/beacon.ts'
import { type Device, deviceOf, isBot } from '../rules/user-agent.ts'
import type { ViewQueue } from './view-queue.server.ts'

const MAX_BODY_BYTES = 2048
/** The limit per IPv4 address or IPv6 /64, which a whole school may share. */
const MAX_PER_MINUTE = 1_200
const MAX_VIEWS_PER_DAY = 20_000
/** Per process: at most 400 MB of stored data per day (roll-up-views.server.storage.test.ts). */
export const MAX_TOTAL_VIEWS_PER_DAY = 500_000
/** New referrers, sources and campaigns per IPv4 address or IPv6 /48 and process, so that no client uses up the names of a day's totals. */
const MAX_NEW_NAMES_PER_DAY = 50
const NAMING_NETWORK_PREFIX_LENGTH = 48
const MAX_KNOWN_NAMES = 20_000
const MAX_NETWORKS = 50_000
const MAX_USER_AGENTS = 1_000
/** ISO 3166-1 alpha-2, set by common proxies. */
const COUNTRY_HEADERS = ['cf-ipcountry', 'cloudfront-viewer-country', 'x-vercel-ip-country', 'x-country-code']
/** Cloudflare's unknown country. */
const UNKNOWN_COUNTRY = 'XX'
const HEADERS = { ...BASE_HEADERS, 'cache-control': 'no-store' }

/** Bots, staff accounts, and clients that opt out of tracking do not count. */
export function createBeaconHandler(options: {
  queue: Pick<ViewQueue, 'add'>
  /** Called for every beacon. */
  hasStaffSession: (request: IncomingMessage) => Promise<boolean>
  trustedProxies: TrustedProxies
  now?: () => number
  maxPerMinute?: number
  maxViewsPerDay?: number
  maxTotalViewsPerDay?: number
  maxNewNamesPerDay?: number
}): RequestHandler {
  const { queue, trustedProxies, now = Date.now } = options
  const readerDevice = createDeviceCache()
  const countInMinute = createWindowLimit(now, MINUTE_MS, options.maxPerMinute ?? MAX_PER_MINUTE)
  const countInDay = createWindowLimit(now, DAY_MS, options.maxViewsPerDay ?? MAX_VIEWS_PER_DAY)
  const countInTotal = createWindowLimit(now, DAY_MS, options.maxTotalViewsPerDay ?? MAX_TOTAL_VIEWS_PER_DAY)
  const limitNames = createNameLimit(now, options.maxNewNamesPerDay ?? MAX_NEW_NAMES_PER_DAY)

  async function count(beacon: Beacon, request: IncomingMessage): Promise<void> {
    const { headers } = request
    const userAgent = headers['user-agent'] ?? ''
    const device = readerDevice(userAgent)
    if (!device || optsOut(request)) return
    const address = clientAddress(request, trustedProxies)
    if (!address || !countInMinute(networkOf(address))) return
    if (await options.hasStaffSession(request)) return
    const at = now()
    if (beacon.kind !== 'view') return queue.add({ ...beacon, at })
    if (!countInDay(networkOf(address)) || !countInTotal('')) return
    const referrer = beacon.referrer === hostOf(request) ? '' : beacon.referrer
    const country = isTrustedProxy(request, trustedProxies) ? countryOf(request) : ''
    const view = limitNames({ ...beacon, referrer }, networkOf(address, NAMING_NETWORK_PREFIX_LENGTH))
    queue.add({ ...view, at, address, userAgent, device, country })
  }

  return async (path, request, response) => {
    if (path !== BEACON_PATH) return false
    if (request.method !== 'POST') {
      response.setHeader('allow', 'POST')
      sendText(response, 405, 'Only POST is allowed.')
    } else if (isCrossSiteBeacon(request)) {
      sendText(response, 403, 'Cross-site requests are not allowed.')
    } else {
      const text = await readRequestText(request, MAX_BODY_BYTES)
      const beacon = text === undefined ? undefined : parseBeacon(text)
      if (text === undefined)
        sendText(response.setHeader('connection', 'close'), 413, 'The request body is too large.')
      else if (!beacon) sendText(response, 400, 'The request body is invalid.')
      else {
        response.writeHead(204, HEADERS).end()
        await count(beacon, request)
      }
    }
    return true
  }
}

/** Do Not Track (W3C Tracking Preference Expression) and Global Privacy Control. */
function optsOut({ headers }: IncomingMessage): boolean {
  return headers.dnt === '1' || headers['sec-gpc'] === '1'
}

function isCrossSiteBeacon({
  headers: { host = '', origin, 'sec-fetch-site': site },
}: IncomingMessage): boolean {
  if (site === 'same-origin' || (!site && !origin)) return false
  const relevant = new Headers({
    host,
    ...(site && { 'sec-fetch-site': String(site) }),
    ...(origin && { origin }),
  })
  return isCrossSite(relevant, siteOrigin())
}

function hostOf({ headers: { host = '' } }: IncomingMessage): string {
  return host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^www\./, '')
}

function countryOf({ headers }: IncomingMessage): string {
  const given = COUNTRY_HEADERS.map((name) => headers[name]).find(Boolean)
  const country = String(given ?? '').toUpperCase()
  // Codes with digits are not countries, such as T1 for Tor.
  return /^[A-Z]{2}$/.test(country) && country !== UNKNOWN_COUNTRY ? country : ''
}

/** Fixed windows. Synchronous, unlike rate-limiter-flexible. False above the limit. */
function createWindowLimit(now: () => number, windowMs: number, limit: number): (key: string) => boolean {
  const counts = new LRUCache<string, number>({ max: MAX_NETWORKS })
  let window = 0
  return (key) => {
    const current = Math.floor(now() / windowMs)
    if (current !== window) counts.clear()
    window = current
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= limit
  }
}

/** Replaces new names of a network at its limit. Names that another network has added are not new. */
function createNameLimit(now: () => number, limit: number) {
  const countInDay = createWindowLimit(now, DAY_MS, limit)
  const known = new LRUCache<string, true>({ max: MAX_KNOWN_NAMES })
  return (view: ViewBeacon, network: string): ViewBeacon => {
    const admit = (kind: 'referrer' | 'source' | 'campaign') => {
      const name = view[kind]
      const key = `${kind} ${name}`
      if (name === '' || known.get(key)) return name
      if (!countInDay(network)) return OTHER_NAMES
      known.set(key, true)
      return name
    }
    return { ...view, referrer: admit('referrer'), source: admit('source'), campaign: admit('campaign') }
  }
}

/** Undefined for bots. Cached, since parsing takes most of a beacon's time. */
function createDeviceCache(): (userAgent: string) => Device | undefined {
  const cache = new LRUCache<string, Device | 'bot'>({ max: MAX_USER_AGENTS })
  return (userAgent) => {
    const known = cache.get(userAgent)
    const device = known ?? (isBot(userAgent) ? 'bot' : deviceOf(userAgent))
    if (known === undefined) cache.set(userAgent, device)
    return device === 'bot' ? undefined : device
  }
}
