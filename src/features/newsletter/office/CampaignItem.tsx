import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { CampaignState } from '#kernel/campaign-states.ts'
import { formatDayAndTime } from '#kernel/dates.ts'
import { Badge } from '#ui/office/Badge.tsx'
import { Button } from '#ui/office/Button.tsx'
import { ConfirmDialog } from '#ui/office/ConfirmDialog.tsx'
import { showToast } from '#ui/toast.ts'
import { changeCampaignState } from '../campaigns.functions.ts'
import { campaignActions, percentSettled, totalOf } from '../rules/campaign.ts'
import type { Campaign } from '../server/campaigns.server.ts'
import { CAMPAIGN_CHANGE_FAILURE } from './messages.ts'
import { TroubledLetters } from './TroubledLetters.tsx'

const STATES: Record<CampaignState, { word: string; tone: 'plain' | 'good' | 'caution' }> = {
  sending: { word: 'Sending', tone: 'caution' },
  paused: { word: 'Paused', tone: 'caution' },
  cancelled: { word: 'Cancelled', tone: 'plain' },
  done: { word: 'Sent', tone: 'good' },
}
const ACTIONS = { pause: 'Pause', resume: 'Resume', cancel: 'Cancel' }

/** A campaign: how far it has come, what went wrong, and what can be done. */
export function CampaignItem({ campaign }: { campaign: Campaign }) {
  const { id, subject, state, trouble, createdAt, counts } = campaign
  const [isAsking, setAsking] = useState(false)
  const headingId = useId()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (action: 'pause' | 'resume' | 'cancel') => changeCampaignState({ data: { id, action } }),
    onSettled() {
      setAsking(false)
      return queryClient.invalidateQueries({ queryKey: ['admin', 'campaigns'] })
    },
    onError: () => void showToast({ title: 'Error', text: CAMPAIGN_CHANGE_FAILURE, isError: true }),
  })
  const total = totalOf(counts)
  const percent = percentSettled(counts)
  const waiting = counts.queued + counts.claimed
  return (
    <li className="sheet flex flex-col gap-2 p-4" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-center gap-2">
        <h3 id={headingId} dir="auto" className="min-w-0 flex-1 text-14 font-semibold wrap-anywhere">
          {subject}
        </h3>
        <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>
      </div>
      <p className="text-13 text-muted">
        Begun <time dateTime={createdAt}>{formatDayAndTime(createdAt)}</time>
      </p>
      {waiting > 0 && (
        <progress
          max={100}
          value={percent}
          aria-label={`Progress of ${subject}`}
          className="h-2 w-full accent-current"
        />
      )}
      <p className="text-14 tabular-nums">
        {figure(counts.sent)} of {figure(total)} sent
        {waiting > 0 && `, ${figure(waiting)} waiting`}
        {counts.failed > 0 && `, ${figure(counts.failed)} failed`}
        {counts.dropped > 0 && `, ${figure(counts.dropped)} dropped`}
        {counts.uncertain > 0 && `, ${figure(counts.uncertain)} uncertain`}
      </p>
      {trouble && (
        <p className="text-13 wrap-anywhere text-danger">
          {state === 'paused' ? 'Paused: ' : 'Trying again: '}
          {trouble}
        </p>
      )}
      {counts.failed + counts.uncertain > 0 && <TroubledLetters campaign={campaign} />}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {campaignActions(state).map((action) => (
          <Button
            key={action}
            aria-label={`${ACTIONS[action]} ${subject}`}
            isBusy={change.isPending && change.variables === action}
            onClick={() => (action === 'cancel' ? setAsking(true) : change.mutate(action))}
          >
            {ACTIONS[action]}
          </Button>
        ))}
      </div>
      <ConfirmDialog
        title="Cancel this campaign?"
        text={`${figure(waiting)} of ${figure(total)} letters have not gone, and will not. What has gone stays sent.`}
        confirmLabel="Cancel the campaign"
        cancelLabel="Keep sending"
        isDangerous
        isOpen={isAsking}
        isBusy={change.isPending}
        onConfirm={() => change.mutate('cancel')}
        onCancel={() => setAsking(false)}
      />
    </li>
  )
}

function figure(number: number): string {
  return number.toLocaleString('en-GB')
}
