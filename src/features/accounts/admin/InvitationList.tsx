import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { formatShortDay } from '#kernel/time/dates.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { ByName } from '#ui/admin/ByName.tsx'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { LoadError } from '#ui/admin/LoadState.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import {
  invitationFailure,
  invitationReasons,
  invitationsFailure,
  invitationsQuery,
  resendInvitationFn,
  revocationFailure,
  revokeInvitationFn,
} from '../invitations.functions.ts'
import type { Invitation } from '../server/invitations.server.ts'
import { OutboxHint } from './EmailSentNotice.tsx'

export function InvitationList() {
  const titleId = useId()
  const query = useQuery(invitationsQuery)
  const { resend, revoke, cancelRevoking, isBusy } = useInvitationActions()
  const [revoking, setRevoking] = useState<Invitation>()
  if (query.isError && !query.data) return <LoadError query={query} text={invitationsFailure()} />
  if (!query.data || query.data.invitations.length === 0) return null
  const { invitations, transport } = query.data
  return (
    <section aria-labelledby={titleId} className="sheet mb-5">
      <header className="border-b border-rule px-4 py-3">
        <h2 id={titleId} className="text-16 font-semibold">
          {phrase('Pending invitations')}
        </h2>
        <OutboxHint transport={transport} />
      </header>
      <ul>
        {invitations.map((invitation) => {
          const { id, email, role, invitedBy, sentAt, isExpired } = invitation
          return (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule px-4 py-2 last:border-b-0"
            >
              <div className="min-w-0 flex-1 basis-56">
                <p className="flex flex-wrap items-center gap-x-2">
                  <span className="font-semibold wrap-anywhere">{email}</span>
                  <Badge>{role}</Badge>
                  {isExpired && <Badge tone="caution">{phrase('Expired')}</Badge>}
                </p>
                <p className="text-13 text-muted">
                  {phraseParts('Sent {time}', {
                    time: (
                      <time key="time" dateTime={sentAt}>
                        {formatShortDay(sentAt)}
                      </time>
                    ),
                  })}
                  <ByName name={invitedBy} />
                </p>
              </div>
              <div className="flex flex-wrap gap-2">
                <Button
                  onClick={() => resend(invitation)}
                  isBusy={isBusy}
                  aria-label={phrase('Resend: {email}', { email })}
                >
                  {phrase('Resend')}
                </Button>
                <Button
                  onClick={() => setRevoking(invitation)}
                  aria-label={phrase('Revoke: {email}', { email })}
                >
                  {phrase('Revoke')}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
      <ConfirmDialog
        title={revoking ? phrase('Revoke the invitation to {email}?', { email: revoking.email }) : ''}
        text={phrase('The link in the email stops working.')}
        confirmLabel={phrase('Revoke')}
        isDangerous
        isOpen={revoking !== undefined}
        isBusy={isBusy}
        onConfirm={() => revoking && revoke(revoking, { onSettled: () => setRevoking(undefined) })}
        onCancel={() => {
          cancelRevoking()
          setRevoking(undefined)
        }}
      />
    </section>
  )
}

function useInvitationActions() {
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey })
  const resending = useCancellableMutation({
    mutationFn: ({ id }: Invitation) => resendInvitationFn({ data: { id } }),
    onSuccess({ kind }, { email }) {
      void showToast(
        kind === 'sent'
          ? { title: phrase('Invitation sent'), text: email }
          : {
              title: phrase('Error'),
              text: `${invitationFailure()}. ${invitationReasons()[kind]}`,
              isError: true,
            },
      )
    },
    onError: (error) => showFailure(error, invitationFailure()),
    onSettled: refresh,
  })
  const revoking = useCancellableMutation({
    mutationFn: ({ id }: Invitation, signal) => revokeInvitationFn({ data: { id }, signal }),
    onSuccess: (_, { email }) => void showToast({ title: phrase('Invitation revoked'), text: email }),
    onError: (error) => showFailure(error, revocationFailure()),
    onSettled: refresh,
  })
  return {
    resend: (invitation: Invitation) => resending.mutate(invitation),
    revoke: revoking.mutate,
    cancelRevoking: revoking.cancel,
    isBusy: resending.isPending || revoking.isPending,
  }
}
