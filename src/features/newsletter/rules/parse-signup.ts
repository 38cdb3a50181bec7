import { hasNonAsciiName, isEmailAddress, withAsciiDomain } from '#kernel/email-address.ts'

export type Signup = { email: string; fullName: string | null }

type ParseResult = { kind: 'signup'; signup: Signup } | { kind: 'refused'; outcome: Refusal }
export type Refusal = 'email-missing' | 'email-invalid' | 'email-not-ascii' | 'name-invalid'

export const MAX_NAME_LENGTH = 200

/** Prevents header injection and invalid text. */
const FORBIDDEN_IN_NAMES = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u

export function parseSignup(fields: Readonly<Record<string, unknown>>): ParseResult {
  const email = withAsciiDomain(trimmed(fields.email))
  const fullName = trimmed(fields.full_name)
  if (!email) return { kind: 'refused', outcome: 'email-missing' }
  if (hasNonAsciiName(email)) return { kind: 'refused', outcome: 'email-not-ascii' }
  if (!isEmailAddress(email)) return { kind: 'refused', outcome: 'email-invalid' }
  if (fullName.length > MAX_NAME_LENGTH || FORBIDDEN_IN_NAMES.test(fullName))
    return { kind: 'refused', outcome: 'name-invalid' }
  return { kind: 'signup', signup: { email, fullName: fullName || null } }
}

function trimmed(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
