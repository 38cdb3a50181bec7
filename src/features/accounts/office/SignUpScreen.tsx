import { useState } from 'react'
import type { MailTransportKind } from '#platform/mail.server.ts'
import { Button } from '#ui/office/Button.tsx'
import { AuthPage } from './AuthPage.tsx'
import { ConfirmSignUp } from './ConfirmSignUp.tsx'
import { FormMessage } from './FormMessage.tsx'
import { LetterNotice } from './LetterNotice.tsx'
import { LoginLink } from './LoginLink.tsx'
import { PersonFields } from './PersonFields.tsx'
import { useAuthForm } from './useAuthForm.ts'
import { useLinkToken } from './useLinkToken.ts'

/** Signs up a plain user (spec §6); with the link of the letter in the address, completes that. */
export function SignUpScreen({ siteName }: { siteName: string }) {
  const token = useLinkToken()
  const [sent, setSent] = useState<{ transport: MailTransportKind; email: string }>()
  const form = useAuthForm<{ transport: MailTransportKind }>('sign-up/email', {
    onDone: ({ transport }, { email = '' }) => setSent({ transport, email }),
  })
  if (token) {
    return (
      <AuthPage siteName={siteName} title="Confirm your account">
        <ConfirmSignUp token={token} />
        <LoginLink />
      </AuthPage>
    )
  }
  return (
    <AuthPage siteName={siteName} title="Create an account">
      {sent ? (
        <LetterNotice transport={sent.transport}>
          {`A letter to ${sent.email} is on its way. Open the link in it to complete your account.`}
        </LetterNotice>
      ) : (
        <form method="post" onSubmit={form.submit} className="flex flex-col gap-4">
          <FormMessage text={form.messageBeside('name', 'email', 'password')} />
          <PersonFields errorOf={form.errorOf} />
          <Button type="submit" variant="primary" isBusy={form.isBusy} busyText="Signing Up...">
            Sign Up
          </Button>
        </form>
      )}
      <LoginLink />
    </AuthPage>
  )
}
