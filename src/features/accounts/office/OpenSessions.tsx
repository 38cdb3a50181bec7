import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#ui/office/Badge.tsx'
import { Button } from '#ui/office/Button.tsx'
import { showToast } from '#ui/toast.ts'
import type { OwnSession } from '../server/own-sessions.server.ts'
import { askAuth, messageOf } from './ask-auth.ts'
import { describeLastUse } from './describe-last-use.ts'
import { ownSessionsKey, ownSessionsQuery } from './own-sessions-query.ts'
import { PanelSection } from './PanelSection.tsx'

/** Where one is signed in; one ends such a session, or all others. */
export function OpenSessions() {
  const queryClient = useQueryClient()
  const { data: sessions, error, refetch } = useQuery(ownSessionsQuery)
  const [ending, setEnding] = useState<string>()
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? []

  async function end(what: string, body: object, done: string) {
    setEnding(what)
    const answer = await askAuth(what === 'others' ? 'end-other-sessions' : 'end-session', body)
    if (answer.kind === 'done') void showToast({ title: done })
    else void showToast({ title: 'Error', text: messageOf(answer), isError: true })
    await queryClient.invalidateQueries({ queryKey: ownSessionsKey })
    setEnding(undefined)
  }

  return (
    <PanelSection title="Open sessions">
      <p className="text-muted">
        The browsers in which you are signed in. If you do not know one, end it and change your password.
      </p>
      {error && (
        <p role="alert" className="flex flex-wrap items-center gap-3">
          Your sessions cannot be shown at the moment. <Button onClick={() => refetch()}>Try Again</Button>
        </p>
      )}
      {sessions && (
        <ul className="border-t border-rule">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isBusy={ending === session.id}
              onEnd={() => end(session.id, { id: session.id }, 'Session ended')}
            />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div>
          <Button
            variant="danger"
            isBusy={ending === 'others'}
            onClick={() => end('others', {}, 'All other sessions ended')}
          >
            End all other sessions
          </Button>
        </div>
      )}
    </PanelSection>
  )
}

type RowProps = { session: OwnSession; isBusy: boolean; onEnd: () => void }

function SessionRow({ session, isBusy, onEnd }: RowProps) {
  const { browser, address, isCurrent } = session
  const lastUse = describeLastUse(session.lastUsedAt, new Date())
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {browser} {isCurrent && <Badge tone="good">This browser</Badge>}
        </p>
        <p className="text-13 wrap-anywhere text-muted">
          {address || 'Unknown address'}, {lastUse}
        </p>
      </div>
      {!isCurrent && (
        <Button isBusy={isBusy} onClick={onEnd} aria-label={`End the session of ${browser}, ${lastUse}`}>
          End
        </Button>
      )}
    </li>
  )
}
