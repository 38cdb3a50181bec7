import { useNavigate } from '@tanstack/react-router'
import { phrase } from '#kernel/text/phrase.ts'
import { showToast } from '#ui/toast.ts'
import { firstAdministratorForm } from '../rules/account-forms.ts'
import { AuthForm, PersonFields, useAuthForm } from './AuthForm.tsx'
import { AuthPage, useLinkToken } from './AuthPage.tsx'
import { NewPasswordField } from './PasswordField.tsx'

export function FirstAdministratorScreen({ siteName }: { siteName: string }) {
  const token = useLinkToken()
  const navigate = useNavigate()
  const form = useAuthForm('first-administrator', firstAdministratorForm, {
    extra: { token },
    onDone(_, { email }) {
      void showToast({
        title: phrase('Welcome!'),
        text: phrase('You are now the administrator. Sign in with your new password.'),
      })
      return navigate({ to: '/admin/login', state: { email } })
    },
  })
  return (
    <AuthPage
      siteName={siteName}
      title={phrase('Create the first administrator')}
      text={token !== null && phrase('This account gets full access to the site. The link works once.')}
    >
      {token === null ? (
        <p>
          {phrase(
            'Open this page with the link that the server prints at startup. The server prints a link only while there is no administrator.',
          )}
        </p>
      ) : (
        <AuthForm form={form} submitLabel={phrase('Create Administrator')} busyLabel={phrase('Creating…')}>
          <PersonFields form={form} />
          <NewPasswordField
            {...form.field('password')}
            label={phrase('Password')}
            own={form.watch(['name', 'email']).filter(Boolean)}
          />
        </AuthForm>
      )}
    </AuthPage>
  )
}
