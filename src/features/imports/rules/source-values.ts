import { htmlToText } from '#kernel/text/html-text.ts'
import { collapseSpace } from '#kernel/text/text.ts'
import { webAddress } from '#kernel/web-address.ts'

/** Values of an export, which may be missing or of another type. */
export type SourceRow = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** Returns the text on one line; null if it is empty. */
export function lineOf(value: unknown): string | null {
  return collapseSpace(textOf(value)) || null
}

/** Returns plain text of a value that may contain HTML. */
export function plainTextOf(value: unknown): string {
  const text = textOf(value)
  return collapseSpace(/<[a-z!/]|&\w+;/i.test(text) ? htmlToText(text) : text)
}

export function httpsAddress(value: unknown): string | null {
  const address = webAddress(textOf(value).trim() || null)
  return address?.startsWith('https:') ? address : null
}

const WITHOUT_ZONE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?$/
/** Ruby and Jekyll write "2024-05-01 10:00:00 +0200". */
const SPACED_ZONE = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}(?::\d{2})?) ?([+-]\d{2}):?(\d{2})$/

/** Returns an instant as ISO 8601; null if it is not one. Dates without a zone are read as UTC, numbers as milliseconds. */
export function instantOf(value: unknown): string | null {
  if (value instanceof Date || typeof value === 'number') return isoOf(new Date(value))
  const text = textOf(value).trim()
  const [, day, time = '00:00'] = WITHOUT_ZONE.exec(text) ?? []
  if (day) return isoOf(new Date(`${day}T${time}Z`))
  const [, date, clock, hours, minutes] = SPACED_ZONE.exec(text) ?? []
  if (date) return isoOf(new Date(`${date}T${clock}${hours}:${minutes}`))
  return text.length <= 100 && /\d{4}/.test(text) ? isoOf(new Date(text)) : null
}

function isoOf(date: Date): string | null {
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9_999 ? date.toISOString() : null
}

/** Default values for the fields that a source does not have. */
export const NO_FIELDS = {
  type: 'post',
  standfirst: '',
  createdAt: null,
  updatedAt: null,
  people: [],
  topics: [],
  category: null,
  image: null,
  slug: null,
  searchTitle: null,
  searchDescription: null,
  socialTitle: null,
  canonicalUrl: null,
  isUnlisted: false,
  language: null,
} as const
