import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '#ui/office/Dialog.tsx'
import { EmptyState } from '#ui/office/EmptyState.tsx'
import { ErrorState } from '#ui/office/ErrorState.tsx'
import { Tabs } from '#ui/office/Tabs.tsx'
import { previewLetter } from '../campaigns.functions.ts'
import type { CampaignDraft } from '../rules/campaign.ts'
import { NO_STORIES, PREVIEW_FAILURE } from './messages.ts'

const FORMS = [
  { name: 'html', label: 'Letter' },
  { name: 'text', label: 'Plain text' },
] as const

type Props = { draft: CampaignDraft; onClose: () => void }

/** A letter as its readers get it, in a frame where none of its links and scripts do anything. */
export function LetterPreview({ draft, onClose }: Props) {
  const [form, setForm] = useState<'html' | 'text'>('html')
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'letter-preview', draft],
    queryFn: () => previewLetter({ data: draft }),
    retry: false,
    gcTime: 0,
  })
  return (
    <Dialog title={`Preview: ${draft.subject}`} isOpen isWide onClose={onClose}>
      {error && <ErrorState text={PREVIEW_FAILURE} onRetry={() => void refetch()} />}
      {!data && !error && <p role="status">Loading...</p>}
      {data?.kind === 'no-stories' && <EmptyState title="Nothing to send" text={NO_STORIES} />}
      {data?.kind === 'ready' && (
        <Tabs label="Parts of the letter" tabs={FORMS} current={form} onChange={setForm}>
          {form === 'html' ? (
            <iframe
              title="The letter"
              sandbox=""
              srcDoc={data.letter.html}
              className="h-[60dvh] w-full border border-rule bg-white"
            />
          ) : (
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
              tabIndex={0}
              className="max-h-[60dvh] overflow-auto border border-rule p-3 text-13 whitespace-pre-wrap wrap-anywhere"
            >
              {data.letter.text}
            </pre>
          )}
        </Tabs>
      )}
    </Dialog>
  )
}
