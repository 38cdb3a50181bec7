/** What the table `newsletter_subscribers` takes from the form. */
export type Signup = { email: string; fullName: string | null }

type Read = { kind: 'signup'; signup: Signup } | { kind: 'refused'; outcome: Refusal }
type Refusal = 'email-missing' | 'email-invalid' | 'name-invalid'

/** RFC 5321 §4.5.3.1.3, without the angle brackets. */
export const LONGEST_EMAIL = 254
export const LONGEST_NAME = 200

/** What browsers take for a valid email address (HTML standard, §4.10.5.1.5). */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i

/** Control characters, line separators and halves of surrogate pairs: no name holds them, and a mail's header could break. */
const NOT_IN_NAMES = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u

/** Reads the fields `email` and `full_name` of the newsletter form (spec §5). */
export function readSignup(fields: Readonly<Record<string, unknown>>): Read {
  const email = trimmed(fields.email)
  const fullName = trimmed(fields.full_name)
  if (!email) return { kind: 'refused', outcome: 'email-missing' }
  if (email.length > LONGEST_EMAIL || !EMAIL.test(email)) return { kind: 'refused', outcome: 'email-invalid' }
  if (fullName.length > LONGEST_NAME || NOT_IN_NAMES.test(fullName))
    return { kind: 'refused', outcome: 'name-invalid' }
  return { kind: 'signup', signup: { email, fullName: fullName || null } }
}

/** Forms send text; what a script sends in its place counts as nothing. */
function trimmed(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
