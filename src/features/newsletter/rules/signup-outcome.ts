const SIGNUP_OUTCOMES = [
  'subscribed',
  'confirm',
  'duplicate',
  'email-missing',
  'email-invalid',
  'email-not-ascii',
  'name-invalid',
  'too-many',
  'closed',
  'failed',
] as const

/** Separate, since every page loads the route. */
export type SignupOutcome = (typeof SIGNUP_OUTCOMES)[number]

export function isSignupOutcome(value: unknown): value is SignupOutcome {
  return SIGNUP_OUTCOMES.includes(value as SignupOutcome)
}

/** `field` is the invalid one. */
export type SignupMessage = {
  outcome: SignupOutcome
  title: string
  text: string
  field?: 'email' | 'full_name'
}

/** Shown without a request (spec §5). */
export const EMAIL_MISSING: SignupMessage = {
  outcome: 'email-missing',
  title: 'Error',
  text: 'Please enter your email address',
  field: 'email',
}
export const SIGNUP_FAILED: SignupMessage = {
  outcome: 'failed',
  title: 'Error',
  text: 'Failed to subscribe to newsletter. Please try again.',
}
