import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { LoadError, loadError } from '#ui/admin/LoadState.tsx'
import { Tabs } from '#ui/admin/Tabs.tsx'
import { campaignEmailQuery, emailPreviewQuery } from '../campaigns.functions.ts'
import type { CampaignDraft } from '../rules/campaign.ts'
import { type NothingToSend, nothingToSend, previewFailure } from '../rules/messages.ts'
import type { Campaign } from '../server/campaigns.server.ts'

const formats = () =>
  [
    { name: 'html', label: phrase('Email') },
    { name: 'text', label: phrase('Plain text') },
  ] as const

type Props = { draft: CampaignDraft; onClose: () => void }

export function EmailPreview({ draft, onClose }: Props) {
  const preview = useQuery(emailPreviewQuery(draft))
  return (
    <EmailDialog
      title={phrase('Preview: {subject}', { subject: draft.subject })}
      preview={preview}
      onClose={onClose}
    />
  )
}

type SentProps = { campaign: Pick<Campaign, 'id' | 'subject'>; onClose: () => void }

/** A campaign as it was sent, or as a scheduled one would be sent now. */
export function CampaignEmailDialog({ campaign: { id, subject }, onClose }: SentProps) {
  const preview = useQuery(campaignEmailQuery(id))
  return <EmailDialog title={subject} preview={preview} onClose={onClose} />
}

type Preview = { kind: 'ready'; email: { html: string; text: string } } | NothingToSend | null
type DialogProps = { title: string; preview: UseQueryResult<Preview>; onClose: () => void }

function EmailDialog({ title, preview, onClose }: DialogProps) {
  const [format, setFormat] = useState<'html' | 'text'>('html')
  const { data } = preview
  return (
    <Dialog title={title} isOpen isWide onClose={onClose}>
      <LoadError query={preview} text={previewFailure()} />
      {data === undefined && !loadError(preview) && <p role="status">{phrase('Loading...')}</p>}
      {data && data.kind !== 'ready' && (
        <EmptyState title={phrase('Nothing to send')} text={nothingToSend()[data.kind]} />
      )}
      {data?.kind === 'ready' && (
        <Tabs label={phrase('Email format')} tabs={formats()} current={format} onChange={setFormat}>
          {format === 'html' ? (
            <iframe
              title={phrase('Email preview')}
              sandbox=""
              srcDoc={data.email.html}
              className="h-[60dvh] w-full border border-rule bg-white"
            />
          ) : (
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
              tabIndex={0}
              className="max-h-[60dvh] overflow-auto border border-rule p-3 text-13 whitespace-pre-wrap wrap-anywhere"
            >
              {data.email.text}
            </pre>
          )}
        </Tabs>
      )}
    </Dialog>
  )
}
