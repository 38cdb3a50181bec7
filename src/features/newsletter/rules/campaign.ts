import {
  type CampaignState,
  DELIVERY_STATES,
  type DeliveryState,
  type LetterTemplate,
} from '#kernel/campaign-states.ts'

export type DeliveryCounts = Record<DeliveryState, number>

/** Messages a second, where the setting says nothing else, and at most. */
const RATE = 10
export const HIGHEST_RATE = 500

/** What an administrator types; both are to be more than blanks (spec §5, Campaign). */
export type CampaignDraft = { template: LetterTemplate; subject: string; content: string }

export const LONGEST_SUBJECT = 200
export const LONGEST_CONTENT = 50_000

/** Reads the setting `newsletter_rate`: messages a second, from 1 to 500. */
export function parseRate(text: string | undefined): number {
  const rate = Number.parseInt(text ?? '', 10)
  return Number.isNaN(rate) ? RATE : Math.min(Math.max(rate, 1), HIGHEST_RATE)
}

/** How many letters a campaign has in all. */
export function totalOf(counts: DeliveryCounts): number {
  return DELIVERY_STATES.reduce((sum, state) => sum + counts[state], 0)
}

/** Whole percent of the letters of which something is known, 100 where there are none. */
export function percentSettled(counts: DeliveryCounts): number {
  const total = totalOf(counts)
  return total === 0 ? 100 : Math.floor(((total - counts.queued - counts.claimed) / total) * 100)
}

/** What may be done with a campaign of that state. */
export function campaignActions(state: CampaignState): ('pause' | 'resume' | 'cancel')[] {
  if (state === 'sending') return ['pause', 'cancel']
  return state === 'paused' ? ['resume', 'cancel'] : []
}
