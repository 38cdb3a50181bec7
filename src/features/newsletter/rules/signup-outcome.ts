import { phrase } from '#kernel/text/phrase.ts'

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
export const emailMissing = (): SignupMessage => ({
  outcome: 'email-missing',
  title: phrase('Error'),
  text: phrase('Please enter your email address'),
  field: 'email',
})

export const signupFailed = (): SignupMessage => ({
  outcome: 'failed',
  title: phrase('Error'),
  text: phrase('Failed to subscribe to newsletter. Please try again.'),
})
