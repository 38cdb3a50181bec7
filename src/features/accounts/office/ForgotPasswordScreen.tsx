import { useState } from 'react'
import type { MailTransportKind } from '#platform/mail.server.ts'
import { Button } from '#ui/office/Button.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import { AuthPage } from './AuthPage.tsx'
import { FormMessage } from './FormMessage.tsx'
import { LetterNotice } from './LetterNotice.tsx'
import { LoginLink } from './LoginLink.tsx'
import { useAuthForm } from './useAuthForm.ts'

/** Asks for a link by which to set a new password. It tells nobody whether there is such an account. */
export function ForgotPasswordScreen({ siteName }: { siteName: string }) {
  const [sent, setSent] = useState<{ transport: MailTransportKind; email: string }>()
  const form = useAuthForm<{ transport: MailTransportKind }>('request-password-reset', {
    onDone: ({ transport }, { email = '' }) => setSent({ transport, email }),
  })
  return (
    <AuthPage siteName={siteName} title="Forgot your password?">
      {sent ? (
        <LetterNotice transport={sent.transport}>
          {`If ${sent.email} has an account here, a letter with a link to set a new password is on its way. The link works once, for one hour.`}
        </LetterNotice>
      ) : (
        <form method="post" onSubmit={form.submit} className="flex flex-col gap-4">
          <FormMessage text={form.messageBeside('email')} />
          <TextField
            label="Email"
            help="The address of your account. We send a link there."
            name="email"
            type="email"
            autoComplete="username"
            error={form.errorOf('email')}
            required
          />
          <Button type="submit" variant="primary" isBusy={form.isBusy} busyText="Sending...">
            Send the link
          </Button>
        </form>
      )}
      <LoginLink />
    </AuthPage>
  )
}
