export type SkipReason =
  | 'email-missing'
  | 'email-invalid'
  | 'name-invalid'
  | 'twice'
  | 'subscribed'
  | 'unclosed'

/** Counts, and the first skipped lines. */
export type ImportReport = {
  added: number
  skipped: number
  reasons: Partial<Record<SkipReason, number>>
  lines: { line: number; email: string; reason: SkipReason }[]
}

export const SKIP_REASON_TEXT: Record<SkipReason, string> = {
  'email-missing': 'no email address',
  'email-invalid': 'not a valid email address',
  'name-invalid': 'the name is too long or contains control characters',
  twice: 'duplicate in this file',
  subscribed: 'already subscribed or unsubscribed',
  unclosed: 'unclosed quote; the rest of the file was not read',
}
