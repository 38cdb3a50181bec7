import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { resetPasswordForm } from '../rules/account-forms.ts'
import { AuthForm, useAuthForm } from './AuthForm.tsx'
import { AuthPage, useLinkToken } from './AuthPage.tsx'
import { NewPasswordField } from './PasswordField.tsx'

export function ResetPasswordScreen({ siteName }: { siteName: string }) {
  const token = useLinkToken()
  const [isDone, setIsDone] = useState(false)
  const form = useAuthForm('reset-password', resetPasswordForm, {
    extra: { token },
    onDone: () => setIsDone(true),
  })
  return (
    <AuthPage siteName={siteName} title="Set a new password">
      {isDone ? (
        <p role="status">Your password has been changed, and you have been signed out everywhere.</p>
      ) : token === null ? (
        <p>
          To set a new password, open the link in a password reset email.{' '}
          <Link to="/admin/forgot-password" className="underline underline-offset-4">
            Request a link
          </Link>
          .
        </p>
      ) : (
        <AuthForm form={form} submitLabel="Set Password" busyLabel="Saving...">
          <NewPasswordField {...form.field('password')} label="New password" autoFocus />
        </AuthForm>
      )}
    </AuthPage>
  )
}
