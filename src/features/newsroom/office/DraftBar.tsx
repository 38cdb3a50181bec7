import { useState } from 'react'
import { Button } from '#ui/office/Button.tsx'
import type { DraftAction } from '../rules/draft-status.ts'
import { isUnseenItem } from '../rules/held-item.ts'
import type { Draft } from '../server/find-draft.server.ts'
import { DeleteArticleDialog } from './DeleteArticleDialog.tsx'
import type { DraftDialogName } from './DraftDialogs.tsx'
import { DraftNotes } from './DraftNotes.tsx'
import { PresenceList } from './PresenceList.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { SyncStatus } from './SyncStatus.tsx'
import type { ArticleEditorState } from './useArticleEditor.ts'

type Props = {
  editor: ArticleEditorState
  /** Undefined for a new article. */
  stored: Draft | undefined
  primary: 'publish' | 'submit' | 'save'
  onOpen: (dialog: DraftDialogName) => void
  onDeleted: () => void
}

/** The state of a draft and its actions (newsroom §2). */
export function DraftBar({ editor, stored, primary, onOpen, onDeleted }: Props) {
  const [isDeleting, setIsDeleting] = useState(false)
  const can = (action: DraftAction) => (stored ? stored.actions.includes(action) : action === 'submit')
  const open = (name: DraftDialogName) => () => onOpen(name)
  const deletable = stored && {
    id: stored.id,
    title: stored.form.title,
    heldFrom: stored.isHeld ? stored.feed : null,
    publishedAt: stored.publishedAt,
  }

  return (
    <div className="border-b border-rule">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 md:px-5">
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="text-13">
            <span className="sr-only">Status: </span>
            <StatusBadge status={stored?.status ?? 'draft'} />
          </p>
          <SyncStatus state={editor.state} />
          <PresenceList people={editor.people} />
        </div>
        <div className="flex flex-wrap gap-2">
          {can('approve') && (
            <Button disabled={editor.isChanged} onClick={open('approve')}>
              Approve
            </Button>
          )}
          {can('request-changes') && <Button onClick={open('request-changes')}>Request Changes</Button>}
          {primary !== 'submit' && can('submit') && (
            <Button onClick={() => editor.form.validate({ isComplete: false }) && onOpen('submit')}>
              Submit for Review
            </Button>
          )}
          {primary === 'publish' && !editor.isReadOnly && (
            <Button onClick={() => editor.form.validate({ isComplete: true }) && onOpen('schedule')}>
              Schedule
            </Button>
          )}
          {stored && stored.lastRevision > 0 && <Button onClick={open('revisions')}>Revisions</Button>}
          {can('withdraw') && <Button onClick={open('withdraw')}>Withdraw</Button>}
          {stored?.canDelete && (
            <Button onClick={() => setIsDeleting(true)}>
              {deletable && isUnseenItem(deletable) ? 'Reject' : 'Delete'}
            </Button>
          )}
        </div>
      </div>
      {stored && <DraftNotes stored={stored} values={editor.values} />}
      {stored && (
        <DeleteArticleDialog
          article={isDeleting ? deletable : undefined}
          onDeleted={onDeleted}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </div>
  )
}
