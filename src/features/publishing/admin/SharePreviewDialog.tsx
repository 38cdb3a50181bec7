import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraftAction } from '#features/drafts/admin/useDraftAction.ts'
import { Button } from '#ui/admin/Button.tsx'
import { ByName } from '#ui/admin/ByName.tsx'
import { Dialog } from '#ui/admin/Dialog.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { showToast } from '#ui/toast.ts'
import {
  createPreviewLinkFn,
  PREVIEW_LINKS_FAILURE,
  previewLinksQuery,
  revokePreviewLinkFn,
} from '../preview-links.functions.ts'

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
    <Dialog title="Share a preview" isOpen onClose={onClose}>
      <div className="flex flex-col gap-4 text-14">
        <p>
          Everybody who has the link sees the newest text for 7 days, without an account. They see nothing
          else of the newsroom.
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
                    success: 'Preview link created',
                    failure: 'Failed to create preview link',
                  })
                }
              >
                Create Link
              </Button>
            </div>
          )
        )}
        <p role="alert" className="font-semibold text-danger empty:hidden">
          {error}
        </p>
        <LoadState query={useQuery(previewLinksQuery(id))} failure={PREVIEW_LINKS_FAILURE}>
          {(links) =>
            links.length > 0 && (
              <ul aria-label="Active links" className="divide-y divide-rule border-t border-rule">
                {links.map((link) => (
                  <li key={link.id} className="flex items-center justify-between gap-3 py-2">
                    <p>
                      Created
                      <ByName name={link.by} /> <Moment isPhrase at={link.createdAt} />, ends{' '}
                      <Moment isPhrase at={link.expiresAt} />
                    </p>
                    {canEdit && (
                      <Button
                        isBusy={isBusy}
                        onClick={() =>
                          run({
                            send: (signal) => revokePreviewLinkFn({ data: { id, linkId: link.id }, signal }),
                            success: 'Preview link revoked',
                            failure: 'Failed to revoke preview link',
                            // The newest link may be the one that is shown.
                            onDone: () => setUrl(undefined),
                          })
                        }
                      >
                        Revoke
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

function NewLink({ url }: { url: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      await showToast({ title: 'Link copied' })
    } catch {
      await showToast({ title: 'Failed to copy', text: 'Select the link and copy it.', isError: true })
    }
  }
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label="Preview link"
        help="Copy it now: it cannot be shown again."
        readOnly
        value={url}
        onFocus={({ target }) => target.select()}
      />
      <div>
        <Button variant="primary" onClick={() => void copy()}>
          Copy Link
        </Button>
      </div>
    </div>
  )
}
