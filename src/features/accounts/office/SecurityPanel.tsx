import { useQuery, useQueryClient } from '@tanstack/react-query'
import { showToast } from '#ui/toast.ts'
import { changePasswordForm } from '../rules/account-forms.ts'
import { accountQuery } from '../session.functions.ts'
import { AuthForm } from './AuthForm.tsx'
import { refreshSession } from './auth-client.ts'
import { PanelSection } from './PanelSection.tsx'
import { PasskeySettings } from './PasskeySettings.tsx'
import { NewPasswordField, PasswordField } from './PasswordField.tsx'
import { SessionList, sessionsQuery } from './SessionList.tsx'
import { TwoFactorRequirement } from './TwoFactorRequirement.tsx'
import { TwoFactorSettings } from './TwoFactorSettings.tsx'
import { useAuthForm } from './useAuthForm.ts'

/** Spec §2, Settings: Security. */
export function SecurityPanel() {
  const { data: account } = useQuery(accountQuery)
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <PanelSection title="Your account">
        <p>
          Signed in as <strong className="wrap-anywhere">{account?.email}</strong>
        </p>
        <p className="text-muted">Admin privileges are managed through user profiles.</p>
      </PanelSection>
      <ChangePassword own={account ? [account.email, account.fullName] : []} />
      <TwoFactorSettings />
      <PasskeySettings />
      <TwoFactorRequirement />
      <SessionList />
    </div>
  )
}

function ChangePassword({ own }: { own: string[] }) {
  const queryClient = useQueryClient()
  const form = useAuthForm('change-password', changePasswordForm, {
    onDone() {
      form.reset()
      refreshSession()
      void showToast({ title: 'Password changed', text: 'You have been signed out everywhere else.' })
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
  return (
    <PanelSection title="Password">
      <AuthForm form={form} variant="plain" submitLabel="Change password" busyLabel="Changing...">
        <PasswordField
          {...form.field('currentPassword')}
          label="Current password"
          autoComplete="current-password"
          required
        />
        <NewPasswordField {...form.field('newPassword')} label="New password" own={own} />
      </AuthForm>
    </PanelSection>
  )
}
