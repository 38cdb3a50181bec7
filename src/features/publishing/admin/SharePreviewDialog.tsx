import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraftAction } from '#features/drafts/admin/useDraftAction.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { copyText } from '#ui/admin/copy-text.ts'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import {
  createPreviewLinkFn,
  previewLinksFailure,
  previewLinksQuery,
  revokePreviewLinkFn,
} from '../preview-links.functions.ts'
import type { PreviewLink } from '../server/preview-links.server.ts'

type Props = { id: string; canEdit: boolean; onClose: () => void }

/** Creates and revokes links that show the article to people without an account. */
export function SharePreviewDialog({ id, canEdit, onClose }: Props) {
  const { run, isBusy, error } = useDraftAction({ isInDialog: true })
  const [url, setUrl] = useState<string>()

  async function create(signal: AbortSignal) {
    const outcome = await createPreviewLinkFn({ data: { id }, signal })
    if (outcome.kind === 'created') setUrl(outcome.url)
    return outcome.kind === 'refused' ? outcome : { kind: outcome.kind }
  }

  return (
    <Dialog title={phrase('Share a preview')} isOpen onClose={onClose}>
      <div className="flex flex-col gap-4 text-14">
        <p>
          {phrase(
            'Everybody who has the link sees the newest text for 7 days, without an account. They see nothing else of the newsroom.',
          )}
        </p>
        {url ? (
          <NewLink url={url} />
        ) : (
          canEdit && (
            <div>
              <Button
                variant="primary"
                data-autofocus
                isBusy={isBusy}
                onClick={() =>
                  run({
                    send: create,
                    success: phrase('Preview link created'),
                    failure: phrase('Failed to create preview link'),
                  })
                }
              >
                {phrase('Create Link')}
              </Button>
            </div>
          )
        )}
        <p role="alert" className="font-semibold text-danger empty:hidden">
          {error}
        </p>
        <LoadState query={useQuery(previewLinksQuery(id))} failure={previewLinksFailure()}>
          {(links) =>
            links.length > 0 && (
              <ul aria-label={phrase('Active links')} className="divide-y divide-rule border-t border-rule">
                {links.map((link) => (
                  <li key={link.id} className="flex items-center justify-between gap-3 py-2">
                    <p>
                      <LinkText link={link} />
                    </p>
                    {canEdit && (
                      <Button
                        isBusy={isBusy}
                        onClick={() =>
                          run({
                            send: (signal) => revokePreviewLinkFn({ data: { id, linkId: link.id }, signal }),
                            success: phrase('Preview link revoked'),
                            failure: phrase('Failed to revoke preview link'),
                            // The newest link may be the one that is shown.
                            onDone: () => setUrl(undefined),
                          })
                        }
                      >
                        {phrase('Revoke')}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </LoadState>
      </div>
    </Dialog>
  )
}

function LinkText({ link: { by, createdAt, expiresAt } }: { link: PreviewLink }) {
  const times = {
    time: <Moment key="time" isPhrase at={createdAt} />,
    end: <Moment key="end" isPhrase at={expiresAt} />,
  }
  return by
    ? phraseParts('Created by {name} {time}, ends {end}', { name: <bdi key="name">{by}</bdi>, ...times })
    : phraseParts('Created {time}, ends {end}', times)
}

function NewLink({ url }: { url: string }) {
  const copy = () => copyText(url, phrase('Link copied'), phrase('Select the link and copy it.'))
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label={phrase('Preview link')}
        help={phrase('Copy it now: it cannot be shown again.')}
        readOnly
        value={url}
        onFocus={({ target }) => target.select()}
      />
      <div>
        <Button variant="primary" onClick={() => void copy()}>
          {phrase('Copy Link')}
        </Button>
      </div>
    </div>
  )
}
