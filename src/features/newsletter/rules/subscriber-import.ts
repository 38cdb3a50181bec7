import { phrase } from '#kernel/text/phrase.ts'
import type { ImportField } from './import-columns.ts'
import type { ImportRow, Question } from './import-plan.ts'
import type { Refusal } from './parse-signup.ts'

export const MAX_IMPORT_BYTES = 12_000_000

export type SkipReason = Refusal | 'twice' | 'subscribed' | 'unclosed'

/** `lines`: the first that were skipped. */
export type ImportReport = {
  added: number
  /** How many of the added subscribers are inactive. */
  inactive: number
  /** Dates of added subscribers that could not be read. */
  datesLeftOut: number
  skipped: number
  reasons: Partial<Record<SkipReason, number>>
  lines: { line: number; email: string; reason: SkipReason }[]
}

/** Nothing is stored. */
export type ImportPreview = ImportReport & {
  /** Empty without a header row. */
  columns: { heading: string; field: ImportField | 'asked' }[]
  /** Columns whose meaning somebody has to decide before the import. Until then, their subscribers are inactive. */
  questions: Question[]
  /** The first that would be added. */
  sample: ImportRow[]
}

/** How an import was refused: nothing was stored. */
export type ImportRefusal =
  | { kind: 'no-addresses' }
  | { kind: 'too-many-columns' }
  | { kind: 'undecided'; questions: Question[] }

export const PREVIEW_PARAMETER = 'preview'
export const CONSENT_PARAMETER = 'consent'
/** Parts of a multipart body. */
export const FILE_PART = 'file'
export const DECISIONS_PART = 'decisions'

export const fieldText = (): Record<ImportField | 'asked', string> => ({
  email: phrase('email address'),
  name: phrase('name'),
  firstName: phrase('first name'),
  lastName: phrase('last name'),
  status: phrase('status'),
  optIn: phrase('active if subscribed'),
  subscribedAt: phrase('subscribed date'),
  left: phrase('inactive if filled in'),
  asked: phrase('consent, as decided'),
  unused: phrase('not used'),
})

export const skipReasonText = (): Record<SkipReason, string> => ({
  'email-missing': phrase('no email address'),
  'email-invalid': phrase('not a valid email address'),
  'email-not-ascii': phrase('letters such as “ö” are not supported before the @'),
  'name-invalid': phrase('the name is too long or contains control characters'),
  twice: phrase('duplicate in this file'),
  subscribed: phrase('already subscribed or unsubscribed'),
  unclosed: phrase('unclosed quote; the rest of the file was not read'),
})

const MAX_NAMED_VALUES = 5

/** Explains a refusal to a client of the API. */
export function refusalText(refusal: ImportRefusal): string {
  if (refusal.kind === 'no-addresses') return phrase('The file has no column with email addresses.')
  if (refusal.kind === 'too-many-columns') return phrase('The file has too many columns.')
  const columns = refusal.questions.map(({ column, values, others }) => {
    const named = values.slice(0, MAX_NAMED_VALUES).map(({ value, count }) => `${value || 'blank'}: ${count}`)
    const hasMore = others > 0 || values.length > MAX_NAMED_VALUES
    return `“${column}” (${named.join(', ')}${hasMore ? ', …' : ''})`
  })
  return phrase('Nothing was imported. Decide first what these columns say about consent: {columns}.', {
    columns: columns.join('; '),
  })
}
