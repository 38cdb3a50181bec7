import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { EmptyState } from '#ui/office/EmptyState.tsx'
import { ErrorState } from '#ui/office/ErrorState.tsx'
import { showToast } from '#ui/toast.ts'
import { campaignsQuery } from '../campaigns.functions.ts'
import type { Campaign } from '../server/campaigns.server.ts'
import { CampaignItem } from './CampaignItem.tsx'
import { CAMPAIGNS_FAILURE } from './messages.ts'

/** The latest campaigns and how far each has come, kept in step by the live stream. */
export function CampaignList() {
  const { data, error, refetch } = useQuery(campaignsQuery)
  useTellOfEnds(data?.campaigns)
  if (error && !data) return <ErrorState text={CAMPAIGNS_FAILURE} onRetry={() => void refetch()} />
  if (!data) return <p role="status">Loading...</p>
  if (data.campaigns.length === 0)
    return <EmptyState title="No campaigns yet" text="What you send stands here, with what became of it" />
  return (
    <ul className="flex flex-col gap-3">
      {data.campaigns.map((campaign) => (
        <CampaignItem key={campaign.id} campaign={campaign} />
      ))}
    </ul>
  )
}

/** Says so when a campaign that was seen under way is done (spec §6). */
function useTellOfEnds(campaigns: Campaign[] | undefined): void {
  const underWay = useRef(new Set<string>())
  useEffect(() => {
    for (const { id, state, counts } of campaigns ?? []) {
      if (state === 'sending') underWay.current.add(id)
      if (state !== 'done' || !underWay.current.delete(id)) continue
      const text = `Newsletter sent to ${counts.sent.toLocaleString('en-GB')} ${counts.sent === 1 ? 'subscriber' : 'subscribers'}`
      void showToast({ title: 'Campaign Sent Successfully!', text })
    }
  }, [campaigns])
}
