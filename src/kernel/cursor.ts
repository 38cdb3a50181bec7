import { isUuid } from './uuid.ts'

/** A position in a list ordered by `published_at desc, id desc`. */
type Cursor = { publishedAt: string; id: string }

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z)_([0-9a-f-]{36})$/

/** `2026-11-21T09:30:00.000000Z_{id}` */
export function formatCursor(cursor: Cursor): string {
  return `${cursor.publishedAt}_${cursor.id}`
}

/** Undefined, the start of the list, if invalid. */
export function parseCursor(text: string | undefined): Cursor | undefined {
  const [, publishedAt, id] = CURSOR.exec(text ?? '') ?? []
  if (!publishedAt || !id || !isUuid(id) || !isOnCalendar(publishedAt)) return undefined
  return { publishedAt, id }
}

/** Server and router must agree on this. */
export function isCursor(value: unknown): value is string {
  return typeof value === 'string' && parseCursor(value) !== undefined
}

/** `Date.parse` accepts 30 February and the year 0, unlike PostgreSQL. */
function isOnCalendar(iso: string): boolean {
  const time = Date.parse(iso)
  if (Number.isNaN(time) || iso.startsWith('0000')) return false
  return new Date(time).toISOString().slice(0, 10) === iso.slice(0, 10)
}
