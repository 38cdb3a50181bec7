import { readDay } from '#kernel/parameters.ts'
import { isUuid } from '#kernel/uuid.ts'

/** What is shown of the audit log, as it stands in the address; all of it applies together, undefined restricts nothing. */
export type AuditFilter = {
  /** The id of an account, or `gone` for accounts that were deleted since. */
  person?: string
  /** The noun of an action, such as `article`. */
  kind?: string
  /** `YYYY-MM-DD` in Europe/London. */
  day?: string
}

/** Reads the parameters of the audit log's address; what means nothing becomes undefined. */
export function readAuditFilter(given: Readonly<Record<string, unknown>>): AuditFilter {
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : '')
  const person = text('person')
  const kind = text('kind')
  return {
    person: person === 'gone' || isUuid(person) ? person : undefined,
    kind: /^[a-z]+(-[a-z]+)*$/.test(kind) ? kind : undefined,
    day: readDay(text('day')),
  }
}
