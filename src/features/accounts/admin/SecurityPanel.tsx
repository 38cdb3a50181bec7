import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCapability } from '#features/access/admin/useCapability.ts'
import { isConfirmIdentityError } from '#features/access/rules/recent-authentication.ts'
import { Button } from '#ui/admin/Button.tsx'
import { RestoredNotice } from '#ui/admin/forms/RestoredNotice.tsx'
import { Switch } from '#ui/admin/forms/Switch.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { RECOVERY } from '#ui/admin/forms/useFormDrafts.ts'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { changePasswordForm, nameForm } from '../rules/account-forms.ts'
import {
  SECURITY_FAILURE,
  SECURITY_LOAD_FAILURE,
  securitySettingsQuery,
  setTwoFactorRequiredFn,
} from '../security-settings.functions.ts'
import { accountQuery } from '../session.functions.ts'
import { changeOwnNameFn, NAME_FAILURE } from '../users.functions.ts'
import { AuthForm, useAuthForm } from './AuthForm.tsx'
import { refreshSession } from './auth-client.ts'
import { sessionsQuery } from './auth-queries.ts'
import { ConfirmIdentityDialog, useConfirmedIdentity } from './ConfirmIdentityDialog.tsx'
import { PanelSection } from './PanelSection.tsx'
import { PasskeySettings } from './PasskeySettings.tsx'
import { NewPasswordField, PasswordField } from './PasswordField.tsx'
import { SessionList } from './SessionList.tsx'
import { TwoFactorSettings } from './TwoFactorSettings.tsx'
import { useUnsentForm } from './useUnsentForm.ts'

/**
 * Spec §2, Settings: Security.
 *
 * @param props.portrait comes from the media feature, which this feature may not import
 */
export function SecurityPanel({ portrait }: { portrait: ReactNode }) {
  const { data: account } = useQuery(accountQuery)
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <PanelSection title="Your account">
        <p>
          Signed in as <strong className="wrap-anywhere">{account?.email}</strong>
        </p>
        <p className="text-muted">Admin privileges are managed through user profiles.</p>
        {account && <OwnName key={account.id} fullName={account.fullName} />}
        {portrait}
      </PanelSection>
      <ChangePassword own={account ? [account.email, account.fullName] : []} />
      <TwoFactorSettings />
      <PasskeySettings />
      <TwoFactorRequirement />
      <SessionList />
    </div>
  )
}

function OwnName({ fullName }: { fullName: string }) {
  const queryClient = useQueryClient()
  const { unsent, ...form } = useUnsentForm(nameForm, {
    name: 'own-name',
    defaultValues: { name: fullName },
  })
  const save = useMutation({
    mutationFn: ({ name }: { name: string }) => changeOwnNameFn({ data: { name } }),
    onSuccess(_, { name }) {
      form.reset({ name: name.trim() })
      void showToast({ title: 'Name saved', text: 'The newsroom sees you under this name.' })
      return queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    },
    onError: (error) => showFailure(error, NAME_FAILURE),
  })
  return (
    <form
      noValidate
      className="flex flex-col items-start gap-3"
      onSubmit={form.handleSubmit((fields) => save.mutate(fields))}
    >
      <UnsavedChangesGuard isChanged={form.formState.isDirty} recovery={RECOVERY} />
      <div className="flex w-full flex-col gap-3">
        <RestoredNotice unsent={unsent} />
        <TextField
          {...form.field('name')}
          label="Your name"
          help="The newsroom sees it in notes, assignments and while you write. Bylines of articles do not change."
          autoComplete="name"
          maxLength={100}
        />
      </div>
      <Button type="submit" isBusy={save.isPending} busyText="Saving…">
        Save Name
      </Button>
    </form>
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
      <AuthForm form={form} variant="plain" submitLabel="Change Password" busyLabel="Changing…">
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

function TwoFactorRequirement() {
  const queryClient = useQueryClient()
  const canManage = useCapability()('settings.manage')
  const query = useQuery({ ...securitySettingsQuery, enabled: canManage })
  const identity = useConfirmedIdentity()
  const { mutate, isPending } = useMutation({
    mutationFn: (isRequired: boolean) => setTwoFactorRequiredFn({ data: { isRequired } }),
    async onSuccess(_, isRequired) {
      void showToast({
        title: 'Setting Updated',
        text: isRequired
          ? 'Two-factor authentication is required for the admin area'
          : 'Two-factor authentication is optional',
      })
      await queryClient.invalidateQueries({ queryKey: securitySettingsQuery.queryKey })
      // The administrator may lack a second factor.
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    },
    onError(error, isRequired) {
      if (isConfirmIdentityError(error)) return identity.request(() => mutate(isRequired))
      showFailure(error, SECURITY_FAILURE)
    },
  })
  if (!canManage) return null
  return (
    <PanelSection title="Sign-in policy">
      <LoadState query={query} failure={SECURITY_LOAD_FAILURE}>
        {({ isTwoFactorRequired }) => (
          <Switch
            label="Two-factor authentication is required for the admin area"
            help="Everyone with access to the admin area needs an authenticator app or a passkey. Those without one can only set it up after signing in."
            checked={isTwoFactorRequired}
            disabled={isPending}
            onChange={({ target }) => mutate(target.checked)}
          />
        )}
      </LoadState>
      <ConfirmIdentityDialog {...identity.dialog} />
    </PanelSection>
  )
}
