import { formatCount } from '#kernel/format-count.ts'
import { END_SESSIONS_FAILURE, endSessionsFn } from '../users.functions.ts'
import { type User, UserActionDialog } from './UserActionDialog.tsx'

type Props = { user: User | undefined; onClose: () => void }

/** Open while there is a user. */
export function EndSessionsDialog(props: Props) {
  return (
    <UserActionDialog
      {...props}
      title={(name) => `End all sessions of ${name}?`}
      text="This user is signed out everywhere immediately, and can sign in again."
      confirmLabel="End Sessions"
      isDangerous
      failure={END_SESSIONS_FAILURE}
      send={async ({ id, name }, signal) => {
        const result = await endSessionsFn({ data: { userId: id }, signal })
        return result.kind === 'ended' ? { title: 'Success', text: describeEnded(result.count, name) } : null
      }}
    />
  )
}

function describeEnded(count: number, name: string): string {
  if (count === 0) return `${name} was not signed in`
  return `${name} was signed out of ${formatCount(count, 'session')}`
}
