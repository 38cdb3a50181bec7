const SIGNUP_OUTCOMES = [
  'subscribed',
  'confirm',
  'duplicate',
  'email-missing',
  'email-invalid',
  'name-invalid',
  'too-many',
  'closed',
  'failed',
] as const

/** How an attempt to subscribe ends, as it stands in the address of the page that tells of it. */
export type SignupOutcome = (typeof SIGNUP_OUTCOMES)[number]

export function isSignupOutcome(value: unknown): value is SignupOutcome {
  return SIGNUP_OUTCOMES.includes(value as SignupOutcome)
}

/** What a reader is told of an attempt to subscribe; `field` is the one to mend. */
export type SignupMessage = {
  outcome: SignupOutcome
  title: string
  text: string
  field?: 'email' | 'full_name'
}

/** What the browser can say without the server (spec §5). */
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
