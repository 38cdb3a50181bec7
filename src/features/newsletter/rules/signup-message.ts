import { phrase } from '#kernel/text/phrase.ts'
import { emailMissing, type SignupMessage, type SignupOutcome, signupFailed } from './signup-outcome.ts'

const messages = (): Record<SignupOutcome, Omit<SignupMessage, 'outcome'>> => ({
  subscribed: {
    title: phrase('Thank you for subscribing'),
    // The same for people who have left, so that nobody learns who has.
    text: phrase(
      'You will receive our next newsletter. If you have unsubscribed before, open the link in the email we have sent you.',
    ),
  },
  confirm: {
    title: phrase('Check your inbox'),
    text: phrase('We have sent you an email. Open the link in it to confirm your subscription.'),
  },
  duplicate: {
    title: phrase('Already subscribed'),
    text: phrase('This email is already subscribed to our newsletter'),
    field: 'email',
  },
  'email-missing': emailMissing(),
  'email-invalid': {
    title: phrase('Error'),
    text: phrase('Please enter a valid email address'),
    field: 'email',
  },
  'email-not-ascii': {
    title: phrase('Error'),
    text: phrase('Letters such as “ö” are not supported before the @ of an email address'),
    field: 'email',
  },
  'name-invalid': {
    title: phrase('Error'),
    text: phrase('Please enter a shorter name, in one line'),
    field: 'full_name',
  },
  'too-many': {
    title: phrase('Error'),
    text: phrase('Too many attempts. Please try again in a few minutes.'),
  },
  closed: {
    title: phrase('Error'),
    text: phrase('Our newsletter is not accepting new subscribers at the moment.'),
  },
  failed: signupFailed(),
})

export function signupMessage(outcome: SignupOutcome): SignupMessage {
  return { ...messages()[outcome], outcome: outcome === 'confirm' ? 'subscribed' : outcome }
}
