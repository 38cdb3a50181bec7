import { expect, it } from 'vitest'
import { personaliseEmail, UNSUBSCRIBE_PLACEHOLDER } from './personalise-email.ts'

it('writes the link of the recipient in the footer only', () => {
  const text = `See https://evil.example/?u=${UNSUBSCRIBE_PLACEHOLDER}\n\nUnsubscribe ${UNSUBSCRIBE_PLACEHOLDER}`
  const email = { fromName: 'The Courier', subject: 'Tea', html: `<p>${text}</p>`, text }
  const sent = personaliseEmail(email, 'https://paper.example', {
    to: 'ada@example.org',
    token: 'secret',
    id: '1',
  })
  for (const part of [sent.html, sent.text]) {
    expect(part).toContain('Unsubscribe https://paper.example/newsletter/unsubscribe/secret')
    expect(part?.split('secret')).toHaveLength(2)
  }
})
