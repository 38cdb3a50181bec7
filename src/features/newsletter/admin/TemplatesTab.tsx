import { useState } from 'react'
import type { EmailTemplateName } from '#kernel/campaign-states.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { formatDay } from '#kernel/time/dates.ts'
import { Button } from '#ui/admin/Button.tsx'
import type { CampaignDraft } from '../rules/campaign.ts'
import { EmailPreview } from './EmailPreview.tsx'

/** Spec §2, Templates. */
export function TemplatesTab({ onUse }: { onUse: (template: EmailTemplateName) => void }) {
  const [previewed, setPreviewed] = useState<CampaignDraft>()
  const preview = (name: EmailTemplateName) => {
    const draft = templateDraft(name)
    setPreviewed({
      ...draft,
      subject: draft.subject || phrase('Sample announcement'),
      content: draft.content || phrase('Dear reader,\n\nYour text goes here.\n\nThe editors'),
    })
  }
  return (
    <>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {templateDescriptions().map(({ name, title, text }) => (
          <li key={name} className="sheet flex flex-col gap-2 p-4">
            <h2 className="text-16 font-semibold">{title}</h2>
            <p className="flex-1 text-14 text-muted">{text}</p>
            <div className="flex flex-wrap gap-2">
              <Button aria-label={phrase('Use {title}', { title })} onClick={() => onUse(name)}>
                {phrase('Use')}
              </Button>
              {name !== 'article' && (
                <Button aria-label={phrase('Preview {title}', { title })} onClick={() => preview(name)}>
                  {phrase('Preview')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {previewed && <EmailPreview draft={previewed} onClose={() => setPreviewed(undefined)} />}
    </>
  )
}

export const templateDescriptions = (): readonly {
  name: EmailTemplateName
  title: string
  text: string
}[] => [
  {
    name: 'announcement',
    title: phrase('Plain announcement'),
    text: phrase('Your text under the name of the site.'),
  },
  {
    name: 'headlines',
    title: phrase("Today's headlines"),
    text: phrase('Your text, followed by the headlines of the last 24 hours: up to five in each category.'),
  },
  {
    name: 'digest',
    title: phrase('Weekly digest'),
    text: phrase('Your text, followed by the articles of the last seven days by category, with summaries.'),
  },
  {
    name: 'article',
    title: phrase('Article'),
    text: phrase('One of your articles in full, with its images and other blocks.'),
  },
]

export function templateDraft(template: EmailTemplateName): CampaignDraft {
  const draft = { template, article: null, subject: '', preview: '', content: '' }
  const day = formatDay(new Date().toISOString())
  if (template === 'headlines')
    return {
      ...draft,
      subject: phrase("Today's headlines: {day}", { day }),
      content: phrase('Good morning. Here is the news of the day.'),
    }
  if (template === 'digest')
    return {
      ...draft,
      subject: phrase('The week to {day}', { day }),
      content: phrase('Here is the news of the week.'),
    }
  return draft
}
