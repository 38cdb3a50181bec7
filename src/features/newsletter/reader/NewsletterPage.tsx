import { phrase } from '#kernel/text/phrase.ts'
import { Notice } from '#ui/Notice.tsx'
import { signupMessage } from '../rules/signup-message.ts'
import type { SignupOutcome } from '../rules/signup-outcome.ts'
import { NewsletterForm } from './NewsletterForm.tsx'

type Props = { siteName: string; isOpen: boolean; outcome?: SignupOutcome }

export function NewsletterPage({ siteName, isOpen, outcome }: Props) {
  if (!isOpen) {
    return (
      <div className="measure">
        <Notice heading="h1" title={phrase('Newsletter')} text={signupMessage('closed').text} />
      </div>
    )
  }
  return (
    <div className="measure">
      <h1 className="headline mt-6 mb-3 border-t border-ink pt-3 text-38 md:mt-10 md:text-48">
        {phrase('Newsletter')}
      </h1>
      <p className="pb-8 text-18 text-muted">
        {phrase('What matters from {name}, in your inbox.', { name: siteName })}
      </p>
      <div className="max-w-4xl">
        <NewsletterForm key={outcome} result={outcome && signupMessage(outcome)} />
      </div>
    </div>
  )
}
