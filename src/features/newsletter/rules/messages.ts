import { phrase } from '#kernel/text/phrase.ts'

/** Spec §8, Status. */
export const statusFailure = () => phrase('Failed to update subscriber status')

export const subscriberDataFailure = () => phrase('Failed to export the data of the subscriber')
export const deleteSubscriberFailure = () => phrase('Failed to delete the subscriber')

/** Spec §8, Newsletter load. */
export const subscribersFailure = () => phrase('Failed to load newsletter subscribers')
export const newsletterDataFailure = () => phrase('Failed to load newsletter data')

/** Spec §8, Campaign. */
export const campaignFailure = () => phrase('Failed to send newsletter campaign')
export const campaignsFailure = () => phrase('Failed to load newsletter campaigns')
export const previewFailure = () => phrase('Failed to create the preview')
export const testFailure = () => phrase('Failed to send the test email')
export const campaignChangeFailure = () => phrase('Failed to change the newsletter campaign')
export const newsletterSettingsFailure = () => phrase('Failed to save the newsletter settings')
export const importFailure = () => phrase('Failed to import newsletter subscribers')

/** Spec §5, Campaign. */
export const noRecipientsTitle = () => phrase('No active subscribers to send to')
export const noRecipientsNotice = () =>
  phrase("You have no active subscribers. Your campaign won't be sent to anyone.")

export const noArticles = () =>
  phrase('There are no articles in the period that this template covers. Choose another template.')

/** Its text is that of the start of the campaign. */
export const articleWithdrawn = () =>
  phrase(
    'The article was withdrawn. If you publish it again and resume, the remaining subscribers get its former text. Cancel the campaign to send the new one.',
  )

/** Why an email cannot be composed. */
export const nothingToSend = () =>
  ({
    'no-articles': noArticles(),
    'not-published': phrase('The article is not published. It may have been withdrawn.'),
    'other-publisher': phrase(
      'The article is from another publisher. Only your own articles can be sent in full.',
    ),
    'too-long': phrase('The introduction is too long: mail clients would cut off the email. Shorten it.'),
  }) as const

export type NothingToSend = { kind: keyof ReturnType<typeof nothingToSend> }

export function isNothingToSend(result: { kind: string }): result is NothingToSend {
  return result.kind in nothingToSend()
}

export const scheduleFailure = () => phrase('Failed to schedule the newsletter campaign')

/** Shown when the first response was lost. */
export const alreadyStarted = () =>
  phrase('Your first attempt succeeded. The campaign is sent once, with the text of that attempt.')
