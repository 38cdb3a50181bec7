export const EMAIL_TEMPLATES = ['announcement', 'headlines', 'digest', 'article'] as const
export type EmailTemplateName = (typeof EMAIL_TEMPLATES)[number]

/** `scheduled`: not started; `done`: no email is queued; some deliveries may be uncertain. */
export const CAMPAIGN_STATES = ['scheduled', 'sending', 'paused', 'cancelled', 'done'] as const
export type CampaignState = (typeof CAMPAIGN_STATES)[number]

/** `uncertain`: interrupted, so the email may have been sent; `dropped`: it will not be sent. */
export const DELIVERY_STATES = ['queued', 'claimed', 'sent', 'failed', 'uncertain', 'dropped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]
