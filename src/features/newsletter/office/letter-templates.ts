import type { LetterTemplate } from '#kernel/campaign-states.ts'
import { formatDay } from '#kernel/dates.ts'
import type { CampaignDraft } from '../rules/campaign.ts'

/** What a template is called, and what it is for. */
export const LETTER_TEMPLATE_WORDS: readonly { name: LetterTemplate; title: string; text: string }[] = [
  {
    name: 'announcement',
    title: 'Plain announcement',
    text: 'Your own words under the name of the paper, and nothing else.',
  },
  {
    name: 'headlines',
    title: "Today's headlines",
    text: 'Your words, and below them the headlines of the last 24 hours by category, five of each at most.',
  },
  {
    name: 'digest',
    title: 'Weekly digest',
    text: 'Your words, and below them the stories of the last seven days by category, each told in short.',
  },
]

/** What the form holds when a template is chosen. */
export function letterTemplate(template: LetterTemplate): CampaignDraft {
  const day = formatDay(new Date().toISOString())
  if (template === 'headlines')
    return {
      template,
      subject: `Today's headlines: ${day}`,
      content: 'Good morning. This is the news of the day.',
    }
  if (template === 'digest')
    return { template, subject: `The week to ${day}`, content: 'These are the stories of the week.' }
  return { template, subject: '', content: '' }
}
