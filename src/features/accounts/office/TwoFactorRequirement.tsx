import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Switch } from '#ui/office/Switch.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { isConfirmIdentityError } from '../rules/recent-authentication.ts'
import { postTwoFactorRequired, SECURITY_FAILURE, securitySettingsQuery } from '../security.functions.ts'
import { accountQuery } from '../session.functions.ts'
import { ConfirmIdentityDialog } from './ConfirmIdentityDialog.tsx'
import { PanelSection } from './PanelSection.tsx'
import { useCapability } from './useCapability.ts'
import { useConfirmedIdentity } from './useConfirmedIdentity.ts'

/** Applies to all accounts with access to the back office. */
export function TwoFactorRequirement() {
  const queryClient = useQueryClient()
  const can = useCapability()
  const { data } = useQuery({ ...securitySettingsQuery, enabled: can('settings.manage') })
  const identity = useConfirmedIdentity()
  const { mutate, isPending } = useMutation({
    mutationFn: (isRequired: boolean) => postTwoFactorRequired({ data: { isRequired } }),
    async onSuccess(_, isRequired) {
      void showToast({
        title: 'Setting Updated',
        text: isRequired
          ? 'Two-factor authentication is required for the back office'
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
  if (!data) return null
  return (
    <PanelSection title="Sign-in policy">
      <Switch
        label="Two-factor authentication is required for the back office"
        help="Everyone with access to the back office needs an authenticator app or a passkey. Those without one can only set it up after signing in."
        checked={data.isTwoFactorRequired}
        disabled={isPending}
        onChange={({ target }) => mutate(target.checked)}
      />
      <ConfirmIdentityDialog {...identity.dialog} />
    </PanelSection>
  )
}
