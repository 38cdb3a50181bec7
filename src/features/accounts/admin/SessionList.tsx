import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { relativeTime } from '#kernel/time/relative-time.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { LoadError } from '#ui/admin/LoadState.tsx'
import { showToast } from '#ui/toast.ts'
import type { OpenSession } from '../server/sessions.server.ts'
import { endSessionsFailure } from '../users.functions.ts'
import { authErrorMessage, fetchAuth } from './auth-client.ts'
import { sessionsQuery } from './auth-queries.ts'
import { ConfirmIdentityDialog, useConfirmedIdentity } from './ConfirmIdentityDialog.tsx'
import { PanelSection } from './PanelSection.tsx'

/** The server updates the last use every ten minutes. */
const ACTIVE_MS = 11 * 60_000

export function SessionList() {
  const queryClient = useQueryClient()
  const query = useQuery(sessionsQuery)
  const { data: sessions } = query
  const identity = useConfirmedIdentity()
  const [ending, setEnding] = useState<string>()
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? []

  async function end(target: string, message: string) {
    const failure = target === 'others' ? endSessionsFailure() : phrase('Failed to end the session')
    setEnding(target)
    const result = await (target === 'others'
      ? fetchAuth('end-other-sessions', {})
      : fetchAuth('end-session', { id: target }))
    setEnding(undefined)
    if (result.kind === 'rejected' && result.code === 'CONFIRM_IDENTITY')
      return identity.request(() => void end(target, message))
    if (result.kind === 'done') void showToast({ title: message })
    else void showToast({ title: phrase('Error'), text: authErrorMessage(result, failure), isError: true })
    // Without a response, the list cannot be loaded either.
    if (result.kind === 'failed') return
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  }

  return (
    <PanelSection title={phrase('Active sessions')}>
      <p className="text-muted">
        {phrase(
          'Browsers that are signed in to your account. If you do not recognise one, end its session and change your password.',
        )}
      </p>
      <LoadError query={query} text={phrase('Failed to load your sessions')} />
      {sessions && (
        <ul className="border-t border-rule">
          {sessions.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              isBusy={ending === session.id}
              onEnd={() => end(session.id, phrase('Session ended'))}
            />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div>
          <Button
            variant="danger"
            isBusy={ending === 'others'}
            onClick={() => end('others', phrase('All other sessions ended'))}
          >
            {phrase('End All Other Sessions')}
          </Button>
        </div>
      )}
      <ConfirmIdentityDialog {...identity.dialog} />
    </PanelSection>
  )
}

type ItemProps = { session: OpenSession; isBusy: boolean; onEnd: () => void }

function SessionItem({ session, isBusy, onEnd }: ItemProps) {
  const { browser, address, isCurrent } = session
  const lastUsed = describeLastUse(new Date(session.lastUsedAt), new Date())
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {browser} {isCurrent && <Badge tone="good">{phrase('This browser')}</Badge>}
        </p>
        <p className="text-13 wrap-anywhere text-muted">
          {address || phrase('Unknown address')}, {lastUsed}
        </p>
      </div>
      {!isCurrent && (
        <Button
          isBusy={isBusy}
          onClick={onEnd}
          aria-label={phrase('End session: {browser}, {lastUse}', { browser, lastUse: lastUsed })}
        >
          {phrase('End Session')}
        </Button>
      )}
    </li>
  )
}

function describeLastUse(at: Date, now: Date): string {
  return now.getTime() - at.getTime() <= ACTIVE_MS
    ? phrase('active')
    : phrase('last used {time}', { time: relativeTime(at, now) })
}
