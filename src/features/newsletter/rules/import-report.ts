/** The reason why a line of an import was skipped. */
export type SkipReason =
  | 'email-missing'
  | 'email-invalid'
  | 'name-invalid'
  | 'twice'
  | 'subscribed'
  | 'unclosed'

/** The result of an import: counts by reason, and the first of the skipped lines. */
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
