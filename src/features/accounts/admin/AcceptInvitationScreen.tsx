import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { showToast } from '#ui/toast.ts'
import { acceptInvitationForm } from '../rules/account-forms.ts'
import { AuthForm, useAuthForm } from './AuthForm.tsx'
import { AuthPage, useLinkToken } from './AuthPage.tsx'
import { refreshSession } from './auth-client.ts'
import { NewPasswordField } from './PasswordField.tsx'

export function AcceptInvitationScreen({ siteName }: { siteName: string }) {
  const token = useLinkToken()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useAuthForm('accept-invitation', acceptInvitationForm, {
    extra: { token },
    async onDone({ isSignedIn }: { isSignedIn: boolean }) {
      const text = isSignedIn ? 'Your account is ready.' : 'Your account is ready. Please sign in.'
      void showToast({ title: 'Welcome!', text })
      if (!isSignedIn) return navigate({ to: '/admin/login' })
      refreshSession()
      queryClient.removeQueries({ queryKey: ['admin'] })
      return navigate({ to: '/admin' })
    },
  })
  return (
    <AuthPage siteName={siteName} title="Accept the invitation">
      {token === null ? (
        <p>
          To accept an invitation, open the link in the email that you received. If it has expired, ask an
          administrator for a new one.
        </p>
      ) : (
        <AuthForm form={form} submitLabel="Create Account" busyLabel="Creating…">
          <TextField
            {...form.field('name')}
            label="Full name"
            autoComplete="name"
            maxLength={100}
            autoFocus
            required
          />
          <NewPasswordField
            {...form.field('password')}
            label="Password"
            own={[form.watch('name')].filter(Boolean)}
          />
        </AuthForm>
      )}
    </AuthPage>
  )
}
