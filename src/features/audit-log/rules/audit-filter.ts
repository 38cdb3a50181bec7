import { readDay } from '#kernel/parameters.ts'
import { isUuid } from '#kernel/uuid.ts'

export type AuditFilter = {
  /** An account id, or `gone` for deleted accounts and the command line. */
  person?: string
  /** The noun of an action. */
  kind?: string
  /** `YYYY-MM-DD`. */
  day?: string
}

/** Invalid values become undefined. */
export function readAuditFilter(search: Readonly<Record<string, unknown>>): AuditFilter {
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : '')
  const person = text('person')
  const kind = text('kind')
  return {
    person: person === 'gone' || isUuid(person) ? person : undefined,
    kind: /^[a-z]+(-[a-z]+)*$/.test(kind) ? kind : undefined,
    day: readDay(text('day')),
  }
}
