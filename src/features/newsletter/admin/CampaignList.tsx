import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { CampaignState } from '#kernel/campaign-states.ts'
import { phrase, phraseParts, plural } from '#kernel/text/phrase.ts'
import { zoneLabel } from '#kernel/time/zoned-time.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { campaignEmailQuery, campaignsQuery, changeCampaignState } from '../campaigns.functions.ts'
import { type CampaignDraft, campaignActions, progressPercent, totalDeliveries } from '../rules/campaign.ts'
import { campaignChangeFailure, campaignsFailure } from '../rules/messages.ts'
import type { Campaign } from '../server/campaigns.server.ts'
import { CampaignEmailDialog } from './EmailPreview.tsx'
import { FailedDeliveries } from './FailedDeliveries.tsx'

type Props = { onCopy: (draft: CampaignDraft) => void }

export function CampaignList({ onCopy }: Props) {
  const query = useQuery(campaignsQuery)
  useCompletionToast(query.data?.campaigns)
  return (
    <LoadState query={query} failure={campaignsFailure()}>
      {({ campaigns }) =>
        campaigns.length === 0 ? (
          <EmptyState title={phrase('No campaigns yet')} text={phrase('Campaigns you send appear here.')} />
        ) : (
          <ul className="flex flex-col gap-3">
            {campaigns.map((campaign) => (
              <CampaignItem key={campaign.id} campaign={campaign} onCopy={onCopy} />
            ))}
          </ul>
        )
      }
    </LoadState>
  )
}

/** Spec §6. A short campaign may be done before the list shows that it is being sent. */
function useCompletionToast(campaigns: Campaign[] | undefined): void {
  const doneBefore = useRef<Set<string>>(undefined)
  useEffect(() => {
    const done = campaigns?.filter(({ state }) => state === 'done') ?? []
    for (const { id, counts } of done) {
      if (!doneBefore.current || doneBefore.current.has(id)) continue
      const text = plural(
        counts.sent,
        'Newsletter sent to {count} subscriber',
        'Newsletter sent to {count} subscribers',
      )
      void showToast({ title: phrase('Campaign Sent Successfully!'), text })
    }
    if (campaigns) doneBefore.current = new Set(done.map(({ id }) => id))
  }, [campaigns])
}

const states = (): Record<CampaignState, { label: string; tone: 'plain' | 'good' | 'caution' }> => ({
  scheduled: { label: phrase('Scheduled'), tone: 'good' },
  sending: { label: phrase('Sending'), tone: 'caution' },
  paused: { label: phrase('Paused'), tone: 'caution' },
  cancelled: { label: phrase('Cancelled'), tone: 'plain' },
  done: { label: phrase('Sent'), tone: 'good' },
})
const actions = () => ({ pause: phrase('Pause'), resume: phrase('Resume'), cancel: phrase('Cancel') })

function describeFailure(state: CampaignState, reason: string): string {
  if (state === 'paused') return phrase('Paused: {reason}', { reason })
  if (state === 'cancelled') return phrase('Not sent: {reason}', { reason })
  return phrase('Retrying: {reason}', { reason })
}

function CampaignTime({ campaign: { state, plannedAt, createdAt, counts } }: { campaign: Campaign }) {
  if (state === 'scheduled')
    return phraseParts('Will be sent {time}, {zone}', {
      time: <Moment key="time" isPhrase at={plannedAt || createdAt} />,
      zone: zoneLabel(),
    })
  const isStarted = totalDeliveries(counts) > 0
  if (!isStarted && plannedAt)
    return phraseParts('Planned for {time}', { time: <Moment key="time" at={plannedAt} /> })
  return phraseParts('Started {time}', {
    time: <Moment key="time" isPhrase={isStarted} at={createdAt} />,
  })
}

function CampaignItem({ campaign, onCopy }: { campaign: Campaign } & Props) {
  const { id, subject, state, failure, hasContent, counts } = campaign
  const isScheduled = state === 'scheduled'
  const [isOpen, setOpen] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const headingId = useId()
  const queryClient = useQueryClient()
  const change = useCancellableMutation({
    mutationFn: (action: 'pause' | 'resume' | 'cancel', signal) =>
      changeCampaignState({ data: { id, action }, signal }),
    onSettled() {
      setConfirming(false)
      return queryClient.invalidateQueries({ queryKey: ['admin', 'campaigns'] })
    },
    onError: (error) => showFailure(error, campaignChangeFailure()),
  })
  const copy = useMutation({
    mutationFn: () => queryClient.fetchQuery(campaignEmailQuery(id)),
    onSuccess: (found) => {
      if (found?.draft) onCopy(found.draft)
    },
    onError: (error) => showFailure(error, campaignsFailure()),
  })
  const total = totalDeliveries(counts)
  const waiting = counts.queued + counts.claimed
  return (
    <li className="sheet flex flex-col gap-2 p-4" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-center gap-2">
        <h3 id={headingId} dir="auto" className="min-w-0 flex-1 text-14 font-semibold wrap-anywhere">
          {subject}
        </h3>
        <Badge tone={states()[state].tone}>{states()[state].label}</Badge>
      </div>
      <p className="text-13 text-muted">
        <CampaignTime campaign={campaign} />
      </p>
      {waiting > 0 && (
        <progress
          max={100}
          value={progressPercent(counts)}
          aria-label={phrase('Progress of {subject}', { subject })}
          className="h-2 w-full accent-current"
        />
      )}
      <p className="text-14 tabular-nums" hidden={total === 0}>
        {[
          phrase('{sent} of {total} sent', { sent: counts.sent, total }),
          waiting > 0 && phrase('{count} waiting', { count: waiting }),
          counts.failed > 0 && phrase('{count} failed', { count: counts.failed }),
          counts.dropped > 0 && phrase('{count} dropped', { count: counts.dropped }),
          counts.uncertain > 0 && phrase('{count} uncertain', { count: counts.uncertain }),
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
      {failure && <p className="text-13 wrap-anywhere text-danger">{describeFailure(state, failure)}</p>}
      {counts.failed + counts.uncertain > 0 && <FailedDeliveries campaign={campaign} />}
      <div className="flex flex-wrap gap-2">
        <Button aria-label={phrase('Open {subject}', { subject })} onClick={() => setOpen(true)}>
          {phrase('Open')}
        </Button>
        {hasContent && (
          <Button
            aria-label={phrase('Copy {subject}', { subject })}
            isBusy={copy.isPending}
            onClick={() => copy.mutate()}
          >
            {phrase('Copy')}
          </Button>
        )}
        {campaignActions(state).map((action) => (
          <Button
            key={action}
            aria-label={phrase('{action} {subject}', { action: actions()[action], subject })}
            isBusy={change.isPending && change.variables === action}
            onClick={() => (action === 'cancel' ? setConfirming(true) : change.mutate(action))}
          >
            {actions()[action]}
          </Button>
        ))}
      </div>
      {isOpen && <CampaignEmailDialog campaign={campaign} onClose={() => setOpen(false)} />}
      <ConfirmDialog
        title={phrase('Cancel this campaign?')}
        text={
          isScheduled
            ? phrase('It will not be sent. You can copy it later.')
            : plural(
                waiting,
                'The remaining {count} email of {total} will not be sent.',
                'The remaining {count} emails of {total} will not be sent.',
                { total },
              )
        }
        confirmLabel={phrase('Cancel Campaign')}
        cancelLabel={phrase('Keep Campaign')}
        isDangerous
        isOpen={isConfirming}
        isBusy={change.isPending}
        onConfirm={() => change.mutate('cancel')}
        onCancel={() => {
          change.cancel()
          setConfirming(false)
        }}
      />
    </li>
  )
}
