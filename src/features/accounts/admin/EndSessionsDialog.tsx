import { phrase, plural } from '#kernel/text/phrase.ts'
import { endSessionsFailure, endSessionsFn } from '../users.functions.ts'
import { type User, UserActionDialog } from './UserActionDialog.tsx'

type Props = { user: User | undefined; onClose: () => void }

/** Open while there is a user. */
export function EndSessionsDialog(props: Props) {
  return (
    <UserActionDialog
      {...props}
      title={(name) => phrase('End all sessions of {name}?', { name })}
      text={phrase('This user is signed out everywhere immediately, and can sign in again.')}
      confirmLabel={phrase('End Sessions')}
      isDangerous
      failure={endSessionsFailure()}
      send={async ({ id, name }, signal) => {
        const result = await endSessionsFn({ data: { userId: id }, signal })
        return result.kind === 'ended'
          ? { title: phrase('Success'), text: describeEnded(result.count, name) }
          : null
      }}
    />
  )
}

function describeEnded(count: number, name: string): string {
  if (count === 0) return phrase('{name} was not signed in', { name })
  return plural(
    count,
    '{name} was signed out of {count} session',
    '{name} was signed out of {count} sessions',
    { name },
  )
}
