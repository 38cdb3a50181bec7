import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { LoadState } from '#ui/office/LoadState.tsx'
import { Switch } from '#ui/office/Switch.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { isConfirmIdentityError } from '../rules/recent-authentication.ts'
import {
  postTwoFactorRequired,
  SECURITY_FAILURE,
  SECURITY_LOAD_FAILURE,
  securitySettingsQuery,
} from '../security.functions.ts'
import { accountQuery } from '../session.functions.ts'
import { ConfirmIdentityDialog } from './ConfirmIdentityDialog.tsx'
import { PanelSection } from './PanelSection.tsx'
import { useCapability } from './useCapability.ts'
import { useConfirmedIdentity } from './useConfirmedIdentity.ts'

/** The setting that requires a second factor of everyone with access to the back office. */
export function TwoFactorRequirement() {
  const queryClient = useQueryClient()
  const canManage = useCapability()('settings.manage')
  const query = useQuery({ ...securitySettingsQuery, enabled: canManage })
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
  if (!canManage) return null
  return (
    <PanelSection title="Sign-in policy">
      <LoadState query={query} failure={SECURITY_LOAD_FAILURE}>
        {({ isTwoFactorRequired }) => (
          <Switch
            label="Two-factor authentication is required for the back office"
            help="Everyone with access to the back office needs an authenticator app or a passkey. Those without one can only set it up after signing in."
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
