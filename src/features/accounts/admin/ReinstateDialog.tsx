import { phrase } from '#kernel/text/phrase.ts'
import { reinstateFailure, reinstateFn } from '../users.functions.ts'
import { type User, UserActionDialog } from './UserActionDialog.tsx'

type Props = { user: User | undefined; onClose: () => void }

/** Open while there is a user. */
export function ReinstateDialog(props: Props) {
  return (
    <UserActionDialog
      {...props}
      title={(name) => phrase('Reinstate {name}?', { name })}
      text={phrase(
        'This user can sign in again, with the same role, password and passkeys. Articles that were transferred are not returned.',
      )}
      confirmLabel={phrase('Reinstate')}
      failure={reinstateFailure()}
      send={async ({ id, name }, signal) => {
        const { kind } = await reinstateFn({ data: { userId: id }, signal })
        const isReinstated = kind === 'reinstated' || kind === 'unchanged'
        return isReinstated ? { title: phrase('User reinstated'), text: name } : null
      }}
    />
  )
}
