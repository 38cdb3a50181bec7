import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { CampaignState } from '#kernel/campaign-states.ts'
import { formatCount, formatNumber } from '#kernel/format-count.ts'
import { zoneLabel } from '#kernel/time/zoned-time.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { ConfirmDialog } from '#ui/admin/ConfirmDialog.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { campaignEmailQuery, campaignsQuery, changeCampaignState } from '../campaigns.functions.ts'
import { type CampaignDraft, campaignActions, progressPercent, totalDeliveries } from '../rules/campaign.ts'
import { CAMPAIGN_CHANGE_FAILURE, CAMPAIGNS_FAILURE } from '../rules/messages.ts'
import type { Campaign } from '../server/campaigns.server.ts'
import { CampaignEmailDialog } from './EmailPreview.tsx'
import { FailedDeliveries } from './FailedDeliveries.tsx'

type Props = { onCopy: (draft: CampaignDraft) => void }

export function CampaignList({ onCopy }: Props) {
  const query = useQuery(campaignsQuery)
  useCompletionToast(query.data?.campaigns)
  return (
    <LoadState query={query} failure={CAMPAIGNS_FAILURE}>
      {({ campaigns }) =>
        campaigns.length === 0 ? (
          <EmptyState title="No campaigns yet" text="Campaigns you send appear here." />
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
      const text = `Newsletter sent to ${formatCount(counts.sent, 'subscriber')}`
      void showToast({ title: 'Campaign Sent Successfully!', text })
    }
    if (campaigns) doneBefore.current = new Set(done.map(({ id }) => id))
  }, [campaigns])
}

const STATES: Record<CampaignState, { label: string; tone: 'plain' | 'good' | 'caution' }> = {
  scheduled: { label: 'Scheduled', tone: 'good' },
  sending: { label: 'Sending', tone: 'caution' },
  paused: { label: 'Paused', tone: 'caution' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
  done: { label: 'Sent', tone: 'good' },
}
const FAILURE_PREFIX: Partial<Record<CampaignState, string>> = {
  paused: 'Paused: ',
  cancelled: 'Not sent: ',
}
const ACTIONS = { pause: 'Pause', resume: 'Resume', cancel: 'Cancel' }

function CampaignItem({ campaign, onCopy }: { campaign: Campaign } & Props) {
  const { id, subject, state, failure, hasContent, plannedAt, createdAt, counts } = campaign
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
    onError: (error) => showFailure(error, CAMPAIGN_CHANGE_FAILURE),
  })
  const copy = useMutation({
    mutationFn: () => queryClient.fetchQuery(campaignEmailQuery(id)),
    onSuccess: (found) => {
      if (found?.draft) onCopy(found.draft)
    },
    onError: (error) => showFailure(error, CAMPAIGNS_FAILURE),
  })
  const total = totalDeliveries(counts)
  const waiting = counts.queued + counts.claimed
  return (
    <li className="sheet flex flex-col gap-2 p-4" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-center gap-2">
        <h3 id={headingId} dir="auto" className="min-w-0 flex-1 text-14 font-semibold wrap-anywhere">
          {subject}
        </h3>
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
      </div>
      <p className="text-13 text-muted">
        {isScheduled ? 'Will be sent ' : total === 0 && plannedAt ? 'Planned for ' : 'Started '}
        <Moment
          isPhrase={isScheduled || total > 0}
          at={((isScheduled || total === 0) && plannedAt) || createdAt}
        />
        {isScheduled && `, ${zoneLabel()}`}
      </p>
      {waiting > 0 && (
        <progress
          max={100}
          value={progressPercent(counts)}
          aria-label={`Progress of ${subject}`}
          className="h-2 w-full accent-current"
        />
      )}
      <p className="text-14 tabular-nums" hidden={total === 0}>
        {formatNumber(counts.sent)} of {formatNumber(total)} sent
        {waiting > 0 && `, ${formatNumber(waiting)} waiting`}
        {counts.failed > 0 && `, ${formatNumber(counts.failed)} failed`}
        {counts.dropped > 0 && `, ${formatNumber(counts.dropped)} dropped`}
        {counts.uncertain > 0 && `, ${formatNumber(counts.uncertain)} uncertain`}
      </p>
      {failure && (
        <p className="text-13 wrap-anywhere text-danger">
          {FAILURE_PREFIX[state] ?? 'Retrying: '}
          {failure}
        </p>
      )}
      {counts.failed + counts.uncertain > 0 && <FailedDeliveries campaign={campaign} />}
      <div className="flex flex-wrap gap-2">
        <Button aria-label={`Open ${subject}`} onClick={() => setOpen(true)}>
          Open
        </Button>
        {hasContent && (
          <Button aria-label={`Copy ${subject}`} isBusy={copy.isPending} onClick={() => copy.mutate()}>
            Copy
          </Button>
        )}
        {campaignActions(state).map((action) => (
          <Button
            key={action}
            aria-label={`${ACTIONS[action]} ${subject}`}
            isBusy={change.isPending && change.variables === action}
            onClick={() => (action === 'cancel' ? setConfirming(true) : change.mutate(action))}
          >
            {ACTIONS[action]}
          </Button>
        ))}
      </div>
      {isOpen && <CampaignEmailDialog campaign={campaign} onClose={() => setOpen(false)} />}
      <ConfirmDialog
        title="Cancel this campaign?"
        text={
          isScheduled
            ? 'It will not be sent. You can copy it later.'
            : `The remaining ${formatCount(waiting, 'email')} of ${formatNumber(total)} will not be sent.`
        }
        confirmLabel="Cancel Campaign"
        cancelLabel="Keep Campaign"
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
