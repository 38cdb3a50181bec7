import { EMAIL_MISSING, SIGNUP_FAILED, type SignupMessage } from '../rules/signup-outcome.ts'

const LONGEST_MS = 30_000

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
