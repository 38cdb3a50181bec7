import { useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import type { MailTransportKind } from '#platform/mail/mail.server.ts'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { requestPasswordResetForm } from '../rules/account-forms.ts'
import { AuthForm, useAuthForm } from './AuthForm.tsx'
import { AuthPage } from './AuthPage.tsx'
import { EmailSentNotice } from './EmailSentNotice.tsx'

export function ForgotPasswordScreen({ siteName }: { siteName: string }) {
  const [sent, setSent] = useState<{ transport: MailTransportKind; email: string }>()
  const form = useAuthForm('request-password-reset', requestPasswordResetForm, {
    onDone: ({ transport }: { transport: MailTransportKind }, { email }) => setSent({ transport, email }),
  })
  return (
    <AuthPage siteName={siteName} title={phrase('Forgot your password?')}>
      {sent ? (
        <EmailSentNotice transport={sent.transport}>
          {phrase(
            'If {email} has an account, we sent an email with a link to set a new password. The link works once and expires after one hour.',
            { email: sent.email },
          )}
        </EmailSentNotice>
      ) : (
        <AuthForm form={form} submitLabel={phrase('Send Reset Link')} busyLabel={phrase('Sending…')}>
          <TextField
            autoFocus
            {...form.field('email')}
            label={phrase('Email')}
            help={phrase('We email you a link to set a new password.')}
            type="email"
            autoComplete="username"
            required
          />
        </AuthForm>
      )}
    </AuthPage>
  )
}
