import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#ui/office/Button.tsx'
import { AuthPage } from './AuthPage.tsx'
import { FormMessage } from './FormMessage.tsx'
import { LoginLink } from './LoginLink.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { useAuthForm } from './useAuthForm.ts'
import { useLinkToken } from './useLinkToken.ts'

/** Sets a new password by the link of a letter. */
export function ResetPasswordScreen({ siteName }: { siteName: string }) {
  const token = useLinkToken()
  const [isDone, setIsDone] = useState(false)
  const form = useAuthForm('reset-password', { more: { token }, onDone: () => setIsDone(true) })
  return (
    <AuthPage siteName={siteName} title="Set a new password">
      {isDone ? (
        <p role="status">Your password has been changed, and you have been signed out everywhere.</p>
      ) : token === null ? (
        <p>
          This page is opened by the link of a letter.{' '}
          <Link to="/admin/forgot-password" className="underline underline-offset-4">
            Ask for one
          </Link>
          .
        </p>
      ) : (
        <form method="post" onSubmit={form.submit} className="flex flex-col gap-4">
          <FormMessage text={form.messageBeside('password')} />
          <NewPasswordField label="New password" error={form.errorOf('password')} />
          <Button type="submit" variant="primary" isBusy={form.isBusy} busyText="Saving...">
            Set the password
          </Button>
        </form>
      )}
      <LoginLink />
    </AuthPage>
  )
}
