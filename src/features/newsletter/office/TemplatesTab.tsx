import { useState } from 'react'
import type { LetterTemplate } from '#kernel/campaign-states.ts'
import { Button } from '#ui/office/Button.tsx'
import type { CampaignDraft } from '../rules/campaign.ts'
import { LetterPreview } from './LetterPreview.tsx'
import { LETTER_TEMPLATE_WORDS, letterTemplate } from './letter-templates.ts'

/** The templates, each to be looked at and used (spec §2, Templates). */
export function TemplatesTab({ onUse }: { onUse: (template: LetterTemplate) => void }) {
  const [shown, setShown] = useState<CampaignDraft>()
  const show = (name: LetterTemplate) => {
    const draft = letterTemplate(name)
    setShown({
      ...draft,
      subject: draft.subject || 'A plain announcement',
      content: draft.content || 'Dear reader,\n\nyour own words stand here.\n\nThe editors',
    })
  }
  return (
    <>
      <ul className="grid gap-3 lg:grid-cols-3">
        {LETTER_TEMPLATE_WORDS.map(({ name, title, text }) => (
          <li key={name} className="sheet flex flex-col gap-2 p-4">
            <h2 className="text-16 font-semibold">{title}</h2>
            <p className="flex-1 text-14 text-muted">{text}</p>
            <div className="flex flex-wrap gap-2">
              <Button aria-label={`Use ${title}`} onClick={() => onUse(name)}>
                Use
              </Button>
              <Button aria-label={`Preview ${title}`} onClick={() => show(name)}>
                Preview
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {shown && <LetterPreview draft={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
