import { useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import type { MailTransportKind } from '#platform/mail/mail.server.ts'
import { confirmSignUpForm, signUpForm } from '../rules/account-forms.ts'
import { AuthForm, PersonFields, useAuthForm } from './AuthForm.tsx'
import { AuthPage, useLinkToken } from './AuthPage.tsx'
import { EmailSentNotice } from './EmailSentNotice.tsx'
import { NewPasswordField } from './PasswordField.tsx'

export function SignUpScreen({ siteName }: { siteName: string }) {
  const token = useLinkToken()
  return (
    <AuthPage
      siteName={siteName}
      title={token ? phrase('Confirm your account') : phrase('Create an account')}
    >
      {token ? <ConfirmSignUp token={token} /> : <SignUp />}
    </AuthPage>
  )
}

function SignUp() {
  const [sent, setSent] = useState<{ transport: MailTransportKind; email: string }>()
  const form = useAuthForm('sign-up/email', signUpForm, {
    onDone: ({ transport }: { transport: MailTransportKind }, { email }) => setSent({ transport, email }),
  })
  if (sent)
    return (
      <EmailSentNotice transport={sent.transport}>
        {phrase(
          'We sent an email to {email}. Open the link in it to choose a password and confirm your account.',
          { email: sent.email },
        )}
      </EmailSentNotice>
    )
  return (
    <AuthForm form={form} submitLabel={phrase('Sign Up')} busyLabel={phrase('Signing Up…')}>
      <PersonFields form={form} />
    </AuthForm>
  )
}

/** A button, since email scanners open links. */
function ConfirmSignUp({ token }: { token: string }) {
  const [isDone, setIsDone] = useState(false)
  const form = useAuthForm('confirm-sign-up', confirmSignUpForm, {
    extra: { token },
    onDone: () => setIsDone(true),
  })
  if (isDone) return <p role="status">{phrase('Your account is ready. You can sign in now.')}</p>
  return (
    <AuthForm form={form} submitLabel={phrase('Confirm My Account')} busyLabel={phrase('Confirming…')}>
      <NewPasswordField {...form.field('password')} label={phrase('Password')} />
    </AuthForm>
  )
}
