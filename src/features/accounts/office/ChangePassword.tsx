import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '#ui/office/Button.tsx'
import { showToast } from '#ui/toast.ts'
import { announceSession } from './auth-client.ts'
import { FormMessage } from './FormMessage.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { ownSessionsKey } from './own-sessions-query.ts'
import { PanelSection } from './PanelSection.tsx'
import { PasswordField } from './PasswordField.tsx'
import { useAuthForm } from './useAuthForm.ts'

/** Changes one's password, which signs one out everywhere else. */
export function ChangePassword({ own }: { own: string[] }) {
  const queryClient = useQueryClient()
  const formElement = useRef<HTMLFormElement>(null)
  const form = useAuthForm('change-password', {
    onDone() {
      formElement.current?.reset()
      announceSession()
      void showToast({ title: 'Password changed', text: 'You have been signed out everywhere else.' })
      return queryClient.invalidateQueries({ queryKey: ownSessionsKey })
    },
  })
  return (
    <PanelSection title="Password">
      <form ref={formElement} method="post" onSubmit={form.submit} className="flex flex-col gap-4">
        <FormMessage text={form.messageBeside('newPassword')} />
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          required
        />
        <NewPasswordField
          label="New password"
          name="newPassword"
          error={form.errorOf('newPassword')}
          own={own}
        />
        <div>
          <Button type="submit" isBusy={form.isBusy} busyText="Changing...">
            Change password
          </Button>
        </div>
      </form>
    </PanelSection>
  )
}
