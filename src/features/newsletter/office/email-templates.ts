import type { EmailTemplateName } from '#kernel/campaign-states.ts'
import { formatDay } from '#kernel/dates.ts'
import type { CampaignDraft } from '../rules/campaign-form.ts'

export const TEMPLATE_DESCRIPTIONS: readonly { name: EmailTemplateName; title: string; text: string }[] = [
  {
    name: 'announcement',
    title: 'Plain announcement',
    text: 'Your text under the name of the site.',
  },
  {
    name: 'headlines',
    title: "Today's headlines",
    text: 'Your text, followed by the headlines of the last 24 hours: up to five in each category.',
  },
  {
    name: 'digest',
    title: 'Weekly digest',
    text: 'Your text, followed by the articles of the last seven days by category, with summaries.',
  },
]

export function templateDraft(template: EmailTemplateName): CampaignDraft {
  const day = formatDay(new Date().toISOString())
  if (template === 'headlines')
    return {
      template,
      subject: `Today's headlines: ${day}`,
      content: 'Good morning. Here is the news of the day.',
    }
  if (template === 'digest')
    return { template, subject: `The week to ${day}`, content: 'Here is the news of the week.' }
  return { template, subject: '', content: '' }
}
