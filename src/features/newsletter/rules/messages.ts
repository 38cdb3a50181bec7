/** Spec §8, Status. */
export const STATUS_FAILURE = 'Failed to update subscriber status'

export const SUBSCRIBER_DATA_FAILURE = 'Failed to export the data of the subscriber'
export const DELETE_SUBSCRIBER_FAILURE = 'Failed to delete the subscriber'

/** Spec §8, Newsletter load. */
export const SUBSCRIBERS_FAILURE = 'Failed to load newsletter subscribers'
export const NEWSLETTER_DATA_FAILURE = 'Failed to load newsletter data'

/** Spec §8, Campaign. */
export const CAMPAIGN_FAILURE = 'Failed to send newsletter campaign'
export const CAMPAIGNS_FAILURE = 'Failed to load newsletter campaigns'
export const PREVIEW_FAILURE = 'Failed to create the preview'
export const TEST_FAILURE = 'Failed to send the test email'
export const CAMPAIGN_CHANGE_FAILURE = 'Failed to change the newsletter campaign'
export const NEWSLETTER_SETTINGS_FAILURE = 'Failed to save the newsletter settings'
export const IMPORT_FAILURE = 'Failed to import newsletter subscribers'

/** Spec §5, Campaign. */
export const NO_RECIPIENTS_TITLE = 'No active subscribers to send to'
export const NO_RECIPIENTS_NOTICE = "You have no active subscribers. Your campaign won't be sent to anyone."

export const NO_ARTICLES =
  'There are no articles in the period that this template covers. Choose another template.'

/** Why an email cannot be composed. */
export const NOTHING_TO_SEND = {
  'no-articles': NO_ARTICLES,
  'not-published': 'The article is not published. It may have been withdrawn.',
  'other-publisher':
    'The article is from another publisher. Only articles of your own can be sent as a whole.',
} as const

export type NothingToSend = { kind: keyof typeof NOTHING_TO_SEND }

export function isNothingToSend(result: { kind: string }): result is NothingToSend {
  return result.kind in NOTHING_TO_SEND
}

export const SCHEDULE_FAILURE = 'Failed to schedule the newsletter campaign'

/** Shown when the first response was lost. */
export const ALREADY_STARTED =
  'Your first attempt succeeded. The campaign is sent once, with the text of that attempt.'
