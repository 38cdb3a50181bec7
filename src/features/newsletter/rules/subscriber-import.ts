import { readDay } from '#kernel/parameters.ts'
import { parseSignup } from './parse-signup.ts'

export const MAX_IMPORT_BYTES = 12_000_000

export type ImportField = 'email' | 'name' | 'firstName' | 'lastName' | 'status' | 'subscribedAt' | 'leftAt'

/** Indexes of the columns. */
export type ImportColumns = Partial<Record<ImportField, number>> & { email: number }

/** `subscribedAt`: ISO 8601, undefined if missing in the file. */
export type ImportRow = {
  email: string
  fullName: string | null
  isActive: boolean
  subscribedAt: string | undefined
}

type RowRefusal = 'email-missing' | 'email-invalid' | 'name-invalid' | 'date-invalid'

/** In exports of Masthead, Mailchimp, Ghost and Substack. The first match is used. */
const NAMES: Record<ImportField, readonly string[]> = {
  email: ['email', 'e-mail', 'email address', 'e-mail address'],
  name: ['name', 'full name'],
  firstName: ['first name', 'fname', 'given name'],
  lastName: ['last name', 'lname', 'surname', 'family name'],
  status: ['status', 'subscribed to emails'],
  subscribedAt: [
    'subscribed date',
    'subscribed at',
    'confirm time',
    'optin time',
    'created at',
    'signup date',
  ],
  leftAt: ['unsub time', 'unsubscribed at', 'clean time', 'deleted at'],
}

/** All other statuses are imported as inactive. */
const ACTIVE = /^(?:active|subscribed|confirmed|true)?$/i

/** A day, or a time with or without a zone; UTC without one. */
const DATE = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Undefined without a column of addresses. */
export function readHeader(cells: readonly string[]): ImportColumns | undefined {
  const headings = cells.map((cell) => cell.trim().toLowerCase().replaceAll('_', ' '))
  const columns: Partial<Record<ImportField, number>> = {}
  for (const field of Object.keys(NAMES) as ImportField[]) {
    const column = NAMES[field].map((name) => headings.indexOf(name)).find((index) => index >= 0)
    if (column !== undefined) columns[field] = column
  }
  const { email } = columns
  return email === undefined ? undefined : { ...columns, email }
}

/** @param now dates after this day are invalid */
export function readRow(
  cells: readonly string[],
  columns: ImportColumns,
  now: Date,
): { kind: 'row'; row: ImportRow } | { kind: 'skipped'; email: string; reason: RowRefusal } {
  const cellOf = (field: ImportField) => cells[columns[field] ?? -1]?.trim() ?? ''
  const email = cellOf('email')
  const fullName = cellOf('name') || `${cellOf('firstName')} ${cellOf('lastName')}`.trim()
  const read = parseSignup({ email, full_name: fullName })
  if (read.kind === 'refused') return { kind: 'skipped', email, reason: read.outcome }
  const subscribedAt = cellOf('subscribedAt') ? readDate(cellOf('subscribedAt'), now) : undefined
  if (subscribedAt === null) return { kind: 'skipped', email, reason: 'date-invalid' }
  const isActive = ACTIVE.test(cellOf('status')) && !cellOf('leftAt')
  return { kind: 'row', row: { ...read.signup, isActive, subscribedAt } }
}

/** Noon is the same day in every time zone of Europe. */
function readDate(text: string, now: Date): string | null {
  const [, day, time = '12:00', zone = 'Z'] = DATE.exec(text) ?? []
  const date = new Date(`${day}T${time}${zone.toUpperCase()}`)
  return day && readDay(day) && date.getTime() <= endOfDay(now) ? date.toISOString() : null
}

function endOfDay(now: Date): number {
  return new Date(now).setUTCHours(23, 59, 59, 999)
}

export type SkipReason = RowRefusal | 'twice' | 'subscribed' | 'unclosed'

/** `lines`: the first that were skipped. */
export type ImportReport = {
  added: number
  /** Of the added subscribers. */
  inactive: number
  skipped: number
  reasons: Partial<Record<SkipReason, number>>
  lines: { line: number; email: string; reason: SkipReason }[]
}

/** Nothing is stored. */
export type ImportPreview = ImportReport & {
  /** Empty without a header row. */
  columns: { heading: string; field: ImportField | undefined }[]
  /** The first that would be added. */
  sample: ImportRow[]
}

export const PREVIEW_PARAMETER = 'preview'
export const CONSENT_PARAMETER = 'consent'

export const FIELD_TEXT: Record<ImportField, string> = {
  email: 'email address',
  name: 'name',
  firstName: 'first name',
  lastName: 'last name',
  status: 'status',
  subscribedAt: 'subscribed date',
  leftAt: 'inactive if filled in',
}

export const SKIP_REASON_TEXT: Record<SkipReason, string> = {
  'email-missing': 'no email address',
  'email-invalid': 'not a valid email address',
  'name-invalid': 'the name is too long or contains control characters',
  'date-invalid': 'the date is in the future, or not in the form 2026-11-21',
  twice: 'duplicate in this file',
  subscribed: 'already subscribed or unsubscribed',
  unclosed: 'unclosed quote; the rest of the file was not read',
}
