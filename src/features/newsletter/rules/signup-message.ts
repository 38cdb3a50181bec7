import { NAME_NOT_ASCII } from '#kernel/email-address.ts'
import { EMAIL_MISSING, SIGNUP_FAILED, type SignupMessage, type SignupOutcome } from './signup-outcome.ts'

const MESSAGES: Record<SignupOutcome, Omit<SignupMessage, 'outcome'>> = {
  subscribed: {
    title: 'Thank you for subscribing',
    // The same for people who have left, so that nobody learns who has.
    text: 'You will receive our next newsletter. If you have unsubscribed before, open the link in the email we have sent you.',
  },
  confirm: {
    title: 'Check your inbox',
    text: 'We have sent you an email. Open the link in it to confirm your subscription.',
  },
  duplicate: {
    title: 'Already subscribed',
    text: 'This email is already subscribed to our newsletter',
    field: 'email',
  },
  'email-missing': EMAIL_MISSING,
  'email-invalid': { title: 'Error', text: 'Please enter a valid email address', field: 'email' },
  'email-not-ascii': { title: 'Error', text: NAME_NOT_ASCII, field: 'email' },
  'name-invalid': { title: 'Error', text: 'Please enter a shorter name, in one line', field: 'full_name' },
  'too-many': { title: 'Error', text: 'Too many attempts. Please try again in a few minutes.' },
  closed: { title: 'Error', text: 'Our newsletter is not accepting new subscribers at the moment.' },
  failed: SIGNUP_FAILED,
}

export function signupMessage(outcome: SignupOutcome): SignupMessage {
  return { ...MESSAGES[outcome], outcome: outcome === 'confirm' ? 'subscribed' : outcome }
}
