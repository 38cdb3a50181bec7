import { ConfirmDialog } from '#ui/office/ConfirmDialog.tsx'
import type { useSignOut } from './useSignOut.ts'

type Props = ReturnType<typeof useSignOut>['confirmation']

export function SignOutDialog(confirmation: Props) {
  return (
    <ConfirmDialog
      {...confirmation}
      title="Sign out and delete unsaved changes?"
      text="This browser contains unsaved changes to articles or campaigns. Signing out deletes them."
      confirmLabel="Sign out"
      isDangerous
    />
  )
}
