import type { ImportField, ImportRow, RowRefusal } from './import-row.ts'

export type SkipReason = RowRefusal | 'twice' | 'subscribed' | 'unclosed'

/** Counts, and the first skipped lines. */
export type ImportReport = {
  added: number
  /** How many of the added subscribers are inactive. */
  inactive: number
  skipped: number
  reasons: Partial<Record<SkipReason, number>>
  lines: { line: number; email: string; reason: SkipReason }[]
}

/** The report of an import that would happen now. Nothing is stored. */
export type ImportPreview = ImportReport & {
  /** Headings and their use; empty without a header row. */
  columns: { heading: string; field: ImportField | undefined }[]
  /** The first that would be added. */
  sample: ImportRow[]
}

/** Without `preview`, the administrator must confirm the subscribers' consent. */
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
  'date-invalid': 'the date is not in the form 2026-11-21, or in the future',
  twice: 'duplicate in this file',
  subscribed: 'already subscribed or unsubscribed',
  unclosed: 'unclosed quote; the rest of the file was not read',
}
