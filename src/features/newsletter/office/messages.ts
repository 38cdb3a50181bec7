/** Spec §8, Status. */
export const STATUS_FAILURE = 'Failed to update subscriber status'

/** Spec §8, Newsletter load. */
export const SUBSCRIBERS_FAILURE = 'Failed to load newsletter subscribers'
export const NEWSLETTER_DATA_FAILURE = 'Failed to load newsletter data'

/** Spec §8, Campaign. */
export const CAMPAIGN_FAILURE = 'Failed to send newsletter campaign'
export const CAMPAIGNS_FAILURE = 'Failed to load newsletter campaigns'
export const PREVIEW_FAILURE = 'Failed to make the preview'
export const TEST_FAILURE = 'Failed to send the test letter'
export const CAMPAIGN_CHANGE_FAILURE = 'Failed to change the newsletter campaign'
export const NEWSLETTER_SETTINGS_FAILURE = 'Failed to save the newsletter settings'
export const IMPORT_FAILURE = 'Failed to import newsletter subscribers'

/** Spec §5, Campaign. */
export const DRAFT_INCOMPLETE = 'Please fill in both subject and content'
export const NOBODY_TITLE = 'No active subscribers to send to'
export const NOBODY_NOTICE = "You have no active subscribers. Your campaign won't be sent to anyone."

/** Where a template of stories finds none. */
export const NO_STORIES =
  'There are no stories in the time that this template covers, so there is nothing to send.'

/** Where the answer to an earlier try was lost. */
export const BEGUN_BEFORE =
  'The first try had reached the server: what stood in the form then is being sent, once.'
