import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCapability } from '#features/access/admin/useCapability.ts'
import { isConfirmIdentityError } from '#features/access/rules/recent-authentication.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { RestoredNotice } from '#ui/admin/forms/RestoredNotice.tsx'
import { Switch } from '#ui/admin/forms/Switch.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { recovery } from '#ui/admin/forms/useFormDrafts.ts'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { changePasswordForm, nameForm } from '../rules/account-forms.ts'
import {
  securityFailure,
  securityLoadFailure,
  securitySettingsQuery,
  setTwoFactorRequiredFn,
} from '../security-settings.functions.ts'
import { accountQuery } from '../session.functions.ts'
import { changeOwnNameFn, nameFailure } from '../users.functions.ts'
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
      <PanelSection title={phrase('Your account')}>
        <p>
          {phraseParts('Signed in as {email}', {
            email: (
              <strong key="email" className="wrap-anywhere">
                {account?.email}
              </strong>
            ),
          })}
        </p>
        <p className="text-muted">{phrase('Admin privileges are managed through user profiles.')}</p>
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
      void showToast({ title: phrase('Name saved'), text: phrase('The newsroom sees you under this name.') })
      return queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    },
    onError: (error) => showFailure(error, nameFailure()),
  })
  return (
    <form
      noValidate
      className="flex flex-col items-start gap-3"
      onSubmit={form.handleSubmit((fields) => save.mutate(fields))}
    >
      <UnsavedChangesGuard isChanged={form.formState.isDirty} recovery={recovery()} />
      <div className="flex w-full flex-col gap-3">
        <RestoredNotice unsent={unsent} />
        <TextField
          {...form.field('name')}
          label={phrase('Your name')}
          help={phrase(
            'The newsroom sees it in notes, assignments and while you write. Bylines of articles do not change.',
          )}
          autoComplete="name"
          maxLength={100}
        />
      </div>
      <Button type="submit" isBusy={save.isPending} busyText={phrase('Saving…')}>
        {phrase('Save Name')}
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
      void showToast({
        title: phrase('Password changed'),
        text: phrase('You have been signed out everywhere else.'),
      })
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
  return (
    <PanelSection title={phrase('Password')}>
      <AuthForm
        form={form}
        variant="plain"
        submitLabel={phrase('Change Password')}
        busyLabel={phrase('Changing…')}
      >
        <PasswordField
          {...form.field('currentPassword')}
          label={phrase('Current password')}
          autoComplete="current-password"
          required
        />
        <NewPasswordField {...form.field('newPassword')} label={phrase('New password')} own={own} />
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
        title: phrase('Setting Updated'),
        text: isRequired
          ? phrase('Two-factor authentication is required for the admin area')
          : phrase('Two-factor authentication is optional'),
      })
      await queryClient.invalidateQueries({ queryKey: securitySettingsQuery.queryKey })
      // The administrator may lack a second factor.
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    },
    onError(error, isRequired) {
      if (isConfirmIdentityError(error)) return identity.request(() => mutate(isRequired))
      showFailure(error, securityFailure())
    },
  })
  if (!canManage) return null
  return (
    <PanelSection title={phrase('Sign-in policy')}>
      <LoadState query={query} failure={securityLoadFailure()}>
        {({ isTwoFactorRequired }) => (
          <Switch
            label={phrase('Two-factor authentication is required for the admin area')}
            help={phrase(
              'Everyone with access to the admin area needs an authenticator app or a passkey. Those without one can only set it up after signing in.',
            )}
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
