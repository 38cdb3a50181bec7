/** Why a line of a file of subscribers was not taken. */
export type SkipReason =
  | 'email-missing'
  | 'email-invalid'
  | 'name-invalid'
  | 'twice'
  | 'subscribed'
  | 'unclosed'

/** What became of a file of subscribers: how many were skipped for each reason, and of the skipped lines the first. */
export type ImportReport = {
  added: number
  skipped: number
  reasons: Partial<Record<SkipReason, number>>
  lines: { line: number; email: string; reason: SkipReason }[]
}

/** What an administrator is told of each. */
export const SKIP_WORDS: Record<SkipReason, string> = {
  'email-missing': 'no address',
  'email-invalid': 'not an email address',
  'name-invalid': 'a name that is too long or has control characters',
  twice: 'stands twice in the file',
  subscribed: 'stored already, and left as it was',
  unclosed: 'a quote that is never closed, so that nothing after it could be read',
}
