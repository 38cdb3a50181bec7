import { useState } from 'react'
import type { MailTransportKind } from '#platform/mail/mail.server.ts'
import { confirmSignUpForm, signUpForm } from '../rules/account-forms.ts'
import { AuthForm, PersonFields, useAuthForm } from './AuthForm.tsx'
import { AuthPage, useLinkToken } from './AuthPage.tsx'
import { EmailSentNotice } from './EmailSentNotice.tsx'
import { NewPasswordField } from './PasswordField.tsx'

export function SignUpScreen({ siteName }: { siteName: string }) {
  const token = useLinkToken()
  return (
    <AuthPage siteName={siteName} title={token ? 'Confirm your account' : 'Create an account'}>
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
        {`We sent an email to ${sent.email}. Open the link in it to choose a password and confirm your account.`}
      </EmailSentNotice>
    )
  return (
    <AuthForm form={form} submitLabel="Sign Up" busyLabel="Signing Up…">
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
  if (isDone) return <p role="status">Your account is ready. You can sign in now.</p>
  return (
    <AuthForm form={form} submitLabel="Confirm My Account" busyLabel="Confirming…">
      <NewPasswordField {...form.field('password')} label="Password" />
    </AuthForm>
  )
}
