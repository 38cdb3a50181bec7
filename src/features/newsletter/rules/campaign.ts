import { type CampaignState, DELIVERY_STATES, type DeliveryState } from '#kernel/campaign-states.ts'

export type DeliveryCounts = Record<DeliveryState, number>

/** Emails per second. */
const DEFAULT_RATE = 10
export const MAX_RATE = 500

export function parseRate(text: string | undefined): number {
  const rate = Number.parseInt(text ?? '', 10)
  return Number.isNaN(rate) ? DEFAULT_RATE : Math.min(Math.max(rate, 1), MAX_RATE)
}

export function totalDeliveries(counts: DeliveryCounts): number {
  return DELIVERY_STATES.reduce((sum, state) => sum + counts[state], 0)
}

/** The share of emails that are done, in whole percent. */
export function progressPercent(counts: DeliveryCounts): number {
  const total = totalDeliveries(counts)
  return total === 0 ? 100 : Math.floor(((total - counts.queued - counts.claimed) / total) * 100)
}

export function campaignActions(state: CampaignState): ('pause' | 'resume' | 'cancel')[] {
  if (state === 'sending') return ['pause', 'cancel']
  return state === 'paused' ? ['resume', 'cancel'] : []
}
