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
