import { useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { useWritingPreferences } from './useWritingPreferences.ts'

type Props = { isBusy: boolean; error: string | undefined; onPublish: () => void; onClose: () => void }

/** Asks before an article is published that readers do not see. */
export function PublishQuestion({ onPublish, onClose, ...dialog }: Props) {
  const { preferences, change } = useWritingPreferences()
  // An answer must not remove the checkbox that it was given with.
  const [asks] = useState(preferences?.asksBeforePublishing ?? true)
  const [isLast, setIsLast] = useState(false)

  function publish() {
    if (isLast) change({ asksBeforePublishing: false })
    onPublish()
  }

  return (
    <ConfirmDialog
      {...dialog}
      isOpen
      title={phrase('Publish now to readers?')}
      text={phrase('Readers see the article at once.')}
      confirmLabel={phrase('Publish')}
      onConfirm={publish}
      onCancel={onClose}
    >
      {asks && (
        <label className="flex cursor-pointer items-center gap-2 pt-4 text-14 pointer-coarse:min-h-11">
          <input type="checkbox" checked={isLast} onChange={({ target }) => setIsLast(target.checked)} />
          {phrase('Do not ask me again')}
        </label>
      )}
    </ConfirmDialog>
  )
}
