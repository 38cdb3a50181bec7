import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { phrase } from '#kernel/text/phrase.ts'
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
      const text = isSignedIn
        ? phrase('Your account is ready.')
        : phrase('Your account is ready. Please sign in.')
      void showToast({ title: phrase('Welcome!'), text })
      if (!isSignedIn) return navigate({ to: '/admin/login' })
      refreshSession()
      queryClient.removeQueries({ queryKey: ['admin'] })
      return navigate({ to: '/admin' })
    },
  })
  return (
    <AuthPage siteName={siteName} title={phrase('Accept the invitation')}>
      {token === null ? (
        <p>
          {phrase(
            'To accept an invitation, open the link in the email that you received. If it has expired, ask an administrator for a new one.',
          )}
        </p>
      ) : (
        <AuthForm form={form} submitLabel={phrase('Create Account')} busyLabel={phrase('Creating…')}>
          <TextField
            {...form.field('name')}
            label={phrase('Full name')}
            autoComplete="name"
            maxLength={100}
            autoFocus
            required
          />
          <NewPasswordField
            {...form.field('password')}
            label={phrase('Password')}
            own={[form.watch('name')].filter(Boolean)}
          />
        </AuthForm>
      )}
    </AuthPage>
  )
}
