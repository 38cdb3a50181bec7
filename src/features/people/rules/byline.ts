import * as z from 'zod'
import { parseJson } from '#kernel/parameters.ts'
import { collapseSpace, storableText } from '#kernel/text/text.ts'
import { groupByRole } from './group-by-role.ts'
import { joinNames } from './join-names.ts'
import { MAX_PERSON_NAME_LENGTH } from './person.ts'

/** `name` was the person's name when chosen, and is shown if the person is deleted. `role` is empty for writers. */
export type BylineEntry = { id: string; name: string; role: string }

export const MAX_BYLINE_PEOPLE = 20
export const MAX_ROLE_LENGTH = 60
/** In UTF-16 units: each character of a name may be escaped. */
export const MAX_BYLINE_LENGTH = 40_000

const line = (limit: number) =>
  z.string().transform((text) => collapseSpace(storableText(text)).slice(0, limit).trim())

const entry = z.object({
  id: z.uuid().toLowerCase(),
  name: line(MAX_PERSON_NAME_LENGTH).refine((name) => name !== ''),
  role: line(MAX_ROLE_LENGTH).default(''),
})

/** Reads what {@link writeByline} returned. Skips invalid entries and repeated people. */
export function readByline(text: string | null): BylineEntry[] {
  const entries = new Map<string, BylineEntry>()
  for (const value of parseList(text)) {
    const { data } = entry.safeParse(value)
    if (data && !entries.has(data.id) && entries.size < MAX_BYLINE_PEOPLE)
      entries.set(data.id, { id: data.id, name: data.name, role: data.role })
  }
  return [...entries.values()]
}

function parseList(text: string | null): unknown[] {
  const list = text && text.length <= MAX_BYLINE_LENGTH ? parseJson(text) : []
  return Array.isArray(list) ? list : []
}

/** Returns JSON; null without people. */
export function writeByline(entries: readonly BylineEntry[]): string | null {
  if (entries.length === 0) return null
  return JSON.stringify(entries.map(({ id, name, role }) => ({ id, name, role })))
}

/** Returns the names of the writers for a byline in plain text; empty without writers. */
export function namesOfWriters(entries: readonly Pick<BylineEntry, 'name' | 'role'>[]): string {
  return joinNames(entries.filter(({ role }) => role === '').map(({ name }) => name))
}

/** Returns a byline with its roles, such as "A and B. Photographs: C". */
export function describeByline(text: string | null): string {
  return groupByRole(readByline(text))
    .map(({ role, people }) => (role ? `${role}: ` : '') + joinNames(people.map(({ name }) => name)))
    .join('. ')
}
