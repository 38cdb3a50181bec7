import { REINSTATE_FAILURE, reinstateFn } from '../users.functions.ts'
import { type User, UserActionDialog } from './UserActionDialog.tsx'

type Props = { user: User | undefined; onClose: () => void }

/** Open while there is a user. */
export function ReinstateDialog(props: Props) {
  return (
    <UserActionDialog
      {...props}
      title={(name) => `Reinstate ${name}?`}
      text="This user can sign in again, with the same role, password and passkeys. Articles that were transferred are not returned."
      confirmLabel="Reinstate"
      failure={REINSTATE_FAILURE}
      send={async ({ id, name }, signal) => {
        const { kind } = await reinstateFn({ data: { userId: id }, signal })
        const isReinstated = kind === 'reinstated' || kind === 'unchanged'
        return isReinstated ? { title: 'User reinstated', text: name } : null
      }}
    />
  )
}
