/** What a campaign's letter is made of. */
export const LETTER_TEMPLATES = ['announcement', 'headlines', 'digest'] as const
export type LetterTemplate = (typeof LETTER_TEMPLATES)[number]

/** `done`: nothing of it waits any more, though some of it may be uncertain. */
export const CAMPAIGN_STATES = ['sending', 'paused', 'cancelled', 'done'] as const
export type CampaignState = (typeof CAMPAIGN_STATES)[number]

/**
 * How far the letter to one subscriber has come. `claimed` is being handed over; `uncertain` was, when its process ended or
 * its connection was lost, so that nobody knows whether it has gone; `dropped` will not be sent.
 */
export const DELIVERY_STATES = ['queued', 'claimed', 'sent', 'failed', 'uncertain', 'dropped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]
