import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
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
    <AuthPage siteName={siteName} title={phrase('Set a new password')}>
      {isDone ? (
        <p role="status">
          {phrase('Your password has been changed, and you have been signed out everywhere.')}
        </p>
      ) : token === null ? (
        <p>
          {phrase('To set a new password, open the link in a password reset email.')}{' '}
          <Link to="/admin/forgot-password" className="underline underline-offset-4">
            {phrase('Request a link')}
          </Link>
          .
        </p>
      ) : (
        <AuthForm form={form} submitLabel={phrase('Set Password')} busyLabel={phrase('Saving...')}>
          <NewPasswordField {...form.field('password')} label={phrase('New password')} autoFocus />
        </AuthForm>
      )}
    </AuthPage>
  )
}
