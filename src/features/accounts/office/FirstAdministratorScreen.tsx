import { useNavigate } from '@tanstack/react-router'
import { Button } from '#ui/office/Button.tsx'
import { showToast } from '#ui/toast.ts'
import { AuthPage } from './AuthPage.tsx'
import { FormMessage } from './FormMessage.tsx'
import { LoginLink } from './LoginLink.tsx'
import { PersonFields } from './PersonFields.tsx'
import { useAuthForm } from './useAuthForm.ts'
import { useLinkToken } from './useLinkToken.ts'

/** Makes the first administrator, by the link that the server prints at its start. */
export function FirstAdministratorScreen({ siteName }: { siteName: string }) {
  const token = useLinkToken()
  const navigate = useNavigate()
  const form = useAuthForm('first-administrator', {
    more: { token },
    onDone() {
      void showToast({ title: 'Welcome!', text: 'You are the administrator. Please sign in.' })
      return navigate({ to: '/admin/login' })
    },
  })
  return (
    <AuthPage
      siteName={siteName}
      title="The first administrator"
      text={token !== null && 'Whoever holds this link sets the site up. It works once.'}
    >
      {token === null ? (
        <p>
          This page is opened by the link that the server prints when it starts, as long as there is no
          administrator.
        </p>
      ) : (
        <form method="post" onSubmit={form.submit} className="flex flex-col gap-4">
          <FormMessage text={form.messageBeside('name', 'email', 'password')} />
          <PersonFields errorOf={form.errorOf} />
          <Button type="submit" variant="primary" isBusy={form.isBusy} busyText="Creating...">
            Create the administrator
          </Button>
        </form>
      )}
      <LoginLink />
    </AuthPage>
  )
}
