import type { SignupOutcome } from './signup-outcome.ts'

/** What a reader is told of an attempt to subscribe; `field` is the one to mend. */
export type SignupMessage = {
  outcome: SignupOutcome
  title: string
  text: string
  field?: 'email' | 'full_name'
}

const LONGEST_MS = 30_000

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

/** Sends the newsletter form (spec §7). Never rejects: what went wrong is said in the message. */
export async function sendSignup(form: HTMLFormElement): Promise<SignupMessage> {
  const fields = Object.fromEntries(new FormData(form)) as { email: string }
  if (!fields.email.trim()) return EMAIL_MISSING
  try {
    const response = await fetch('/newsletter', {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(fields),
      signal: AbortSignal.timeout(LONGEST_MS),
    })
    const message: SignupMessage = await response.json()
    // A proxy in between has answers of its own.
    return message.outcome ? message : SIGNUP_FAILED
  } catch {
    return SIGNUP_FAILED
  }
}
