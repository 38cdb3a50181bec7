import { useQueryClient } from '@tanstack/react-query'
import { isConfirmIdentityError } from '#features/access/rules/recent-authentication.ts'
import { MAX_EMAIL_LENGTH } from '#kernel/email-address.ts'
import { ROLES } from '#kernel/roles.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { ChangeError } from '#ui/admin/forms/FormNotices.tsx'
import { RestoredNotice } from '#ui/admin/forms/RestoredNotice.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { UnsavedChangesGuard } from '#ui/admin/forms/UnsavedChangesGuard.tsx'
import { recovery } from '#ui/admin/forms/useFormDrafts.ts'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showToast } from '#ui/toast.ts'
import { invitationFailure, invitationReasons, inviteUserFn } from '../invitations.functions.ts'
import { invitationForm } from '../rules/account-forms.ts'
import { RoleField } from './ChangeRoleDialog.tsx'
import { ConfirmIdentityDialog, useConfirmedIdentity } from './ConfirmIdentityDialog.tsx'
import { useUnsentForm } from './useUnsentForm.ts'

const INVITED_ROLES = ROLES.filter((role) => role !== 'user')

type Invited = { email: string; role: Exclude<(typeof ROLES)[number], 'user'> }

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const identity = useConfirmedIdentity()
  const { unsent, ...form } = useUnsentForm(invitationForm, {
    name: 'invitation',
    defaultValues: { email: '', role: 'author' },
  })
  const { mutate, isPending, error, cancel } = useCancellableMutation({
    mutationFn: (invited: Invited, signal) => inviteUserFn({ data: invited, signal }),
    onSuccess({ kind }, { email }) {
      if (kind !== 'sent') return form.showErrors({ email: invitationReasons()[kind] })
      void queryClient.invalidateQueries({ queryKey: ['admin', 'users'] })
      void showToast({ title: phrase('Invitation sent'), text: email })
      unsent.end()
      onClose()
    },
    onError(error, invited) {
      if (isConfirmIdentityError(error)) identity.request(() => mutate(invited))
    },
  })
  function close() {
    cancel()
    onClose()
  }
  const onSubmit = form.handleSubmit((invited) => {
    if (!isPending) mutate(invited as Invited)
  })
  return (
    <>
      <Dialog title={phrase('Invite a user')} isOpen onClose={close}>
        <UnsavedChangesGuard isChanged={form.formState.isDirty} recovery={recovery()} />
        <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4 text-14">
          <RestoredNotice unsent={unsent} />
          <TextField
            label={phrase('Email')}
            type="email"
            required
            autoComplete="off"
            maxLength={MAX_EMAIL_LENGTH}
            help={phrase('We email a link to choose a name and a password. The link expires after 7 days.')}
            {...form.field('email')}
          />
          <RoleField
            roles={INVITED_ROLES}
            value={form.watch('role')}
            onChange={(role) => form.setValue('role', role as Invited['role'], { shouldDirty: true })}
          />
          <ChangeError error={isConfirmIdentityError(error) ? null : error} text={invitationFailure()} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button
              onClick={() => {
                unsent.end()
                close()
              }}
            >
              {phrase('Cancel')}
            </Button>
            <Button type="submit" variant="primary" isBusy={isPending} busyText={phrase('Sending…')}>
              {phrase('Send Invitation')}
            </Button>
          </div>
        </form>
      </Dialog>
      <ConfirmIdentityDialog {...identity.dialog} />
    </>
  )
}
