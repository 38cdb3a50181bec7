import { fromJSON, toJSON } from 'seroval'
import { isCallArguments } from './call-guard.server.ts'

/**
 * Serialises the data of a call in one form, so that equal calls share a cached response: names are sorted,
 * undefined members and the context are left out.
 *
 * @param payload as clients serialise it (seroval)
 * @returns empty without data; undefined if the payload is invalid or contains an object twice
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

/** @throws TypeError for a repeated object: each level of them can double the size */
function sortMembers(value: unknown, seen: Set<unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (seen.has(value)) throw new TypeError('An object occurs twice')
  seen.add(value)
  if (Array.isArray(value)) return value.map((item) => sortMembers(item, seen))
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const sorted = members.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([name, member]) => [name, sortMembers(member, seen)]))
}
