/** Why a line of a file of subscribers was not taken. */
export type SkipReason = 'email-missing' | 'email-invalid' | 'name-invalid' | 'twice' | 'subscribed'

/** What became of a file of subscribers; of the skipped lines the first are named. */
export type ImportReport = {
  added: number
  skipped: number
  lines: { line: number; email: string; reason: SkipReason }[]
}

/** What an administrator is told of each. */
export const SKIP_WORDS: Record<SkipReason, string> = {
  'email-missing': 'no address',
  'email-invalid': 'not an email address',
  'name-invalid': 'a name that is too long or has control characters',
  twice: 'stands twice in the file',
  subscribed: 'stored already, and left as it was',
}
