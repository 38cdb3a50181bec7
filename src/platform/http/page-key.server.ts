import type { IncomingMessage } from 'node:http'
import { fromJSON, toJSON } from 'seroval'
import { type Area, areaOf, SERVER_FUNCTION_PREFIX } from '#kernel/paths.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { isCallArguments } from './call-guard.server.ts'
import type { RequestTarget } from './request-headers.server.ts'

/** Query parameters of cache keys, with predicates for their values. */
export type PageParameters = ReadonlyMap<string, (value: string, path: string) => boolean>

const NEVER_CACHED: ReadonlySet<Area> = new Set(['admin', 'admin-api', 'api', 'secret-link'])

export function isPage(name: string): boolean {
  const area = areaOf(name)
  return !NEVER_CACHED.has(area) && area !== 'server-function'
}

/** Undefined if the response depends on more than the key. Calls must not contain a session. */
export function pageKey(
  { path, name, query }: RequestTarget,
  request: IncomingMessage,
  parameters: PageParameters,
): string | undefined {
  const area = areaOf(name)
  if (NEVER_CACHED.has(area)) return undefined
  const given = new URLSearchParams(query)
  if (area === 'server-function') {
    if (!isFromClient(request)) return undefined
    const payload = canonicalPayload(given.get('payload') ?? '')
    // The application rejects invalid payloads.
    if (payload === undefined) return undefined
    return payload === '' ? path : `${path}?payload=${encodeURIComponent(payload)}`
  }
  const used = [...parameters].flatMap(([parameter, isValid]) => {
    const value = given.get(parameter)
    return value && isValid(value, name) ? [`${parameter}=${encodeURIComponent(value)}`] : []
  })
  return used.length > 0 ? `${path}?${used.join('&')}` : path
}

function isFromClient({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-site'] === 'same-origin' && headers['x-tsr-serverfn'] === 'true'
}

/** Contains no data of the requester. */
export function pageRequest(key: string): Request {
  const headers: HeadersInit = key.startsWith(SERVER_FUNCTION_PREFIX)
    ? { accept: 'application/json', 'sec-fetch-site': 'same-origin', 'x-tsr-serverfn': 'true' }
    : { accept: 'text/html' }
  return new Request(siteOrigin() + key, { headers })
}

/**
 * Equal calls share a cached response: sorts names, and omits undefined members and the context.
 *
 * @param payload as clients serialise it (seroval)
 * @returns empty without data; undefined if invalid or if an object occurs twice
 */
export function canonicalPayload(payload: string): string | undefined {
  if (payload === '') return ''
  if (!isCallArguments(payload)) return undefined
  try {
    const { data } = fromJSON<{ data?: unknown }>(JSON.parse(payload))
    return data === undefined ? '' : JSON.stringify(toJSON({ data: sortMembers(data, new Set()) }))
  } catch {
    return undefined
  }
}

/** @throws TypeError for a repeated object: each level can double the size */
function sortMembers(value: unknown, seen: Set<unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (seen.has(value)) throw new TypeError('An object occurs twice')
  seen.add(value)
  if (Array.isArray(value)) return value.map((item) => sortMembers(item, seen))
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const sorted = members.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([name, member]) => [name, sortMembers(member, seen)]))
}
