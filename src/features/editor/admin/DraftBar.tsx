import { useState } from 'react'
import { isSignedOutError } from '#features/access/rules/access.ts'
import type { SyncState } from '#features/collaboration/admin/draft-sync.ts'
import type { PresentPerson } from '#features/collaboration/admin/presence.ts'
import { StatusBadge } from '#features/drafts/admin/StatusBadge.tsx'
import { type DraftAction, isUnseenItem } from '#features/drafts/rules/draft-status.ts'
import { DeleteArticleDialog } from '#features/publishing/admin/DeleteArticleDialog.tsx'
import type { Draft } from '#features/publishing/server/find-draft.server.ts'
import { RequestFailure } from '#kernel/request-failure.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { Portrait } from '#ui/admin/Person.tsx'
import type { DraftDialogName } from './DraftDialogs.tsx'
import { DraftNotes } from './DraftNotes.tsx'
import type { ArticleEditorState } from './useArticleEditor.ts'

type Props = {
  editor: ArticleEditorState
  stored: Draft | undefined
  primary: 'publish' | 'submit' | 'save'
  onOpen: (dialog: DraftDialogName) => void
  onDeleted: () => void
}

/** Shows the state of a draft and its actions (newsroom §2, Autosave). */
export function DraftBar({ editor, stored, primary, onOpen, onDeleted }: Props) {
  const [isDeleting, setIsDeleting] = useState(false)
  const can = (action: DraftAction) => (stored ? stored.actions.includes(action) : action === 'submit')
  const open = (name: DraftDialogName) => () => onOpen(name)
  const deletable = stored && {
    id: stored.id,
    title: stored.form.title,
    heldFrom: stored.isHeld ? stored.feed : null,
    publishedAt: stored.publishedAt,
    status: stored.status,
  }

  return (
    <div className="border-b border-rule">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 md:px-5">
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="text-13">
            <span className="sr-only">Status: </span>
            {editor.isGone ? (
              <Badge tone="danger">Deleted</Badge>
            ) : (
              <StatusBadge status={stored?.status ?? 'draft'} />
            )}
          </p>
          <SyncStatus state={editor.state} hasUnsentEdits={editor.session.sync.hasUnsentEdits()} />
          <PresenceList people={editor.people} />
        </div>
        {!editor.isGone && (
          <div className="flex flex-wrap gap-2">
            {/* Buttons that appear when the draft is stored come first, so that the others stay where they are. */}
            {stored?.canDelete && (
              <Button onClick={() => setIsDeleting(true)}>
                {deletable && isUnseenItem(deletable) ? 'Reject' : 'Delete'}
              </Button>
            )}
            {stored && stored.lastRevision > 0 && <Button onClick={open('revisions')}>Revisions</Button>}
            {can('withdraw') && <Button onClick={open('withdraw')}>Withdraw</Button>}
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
          </div>
        )}
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

function SyncStatus({ state, hasUnsentEdits }: { state: SyncState; hasUnsentEdits: boolean }) {
  return <span className="text-13 text-muted">{describeSync(state, hasUnsentEdits)}</span>
}

/** @returns an empty string for a new or deleted article without edits */
export function describeSync(
  { kind, error, isStorageFailed, isStored }: SyncState,
  hasUnsentEdits: boolean,
): string {
  if (kind === 'saved') return isStored ? 'Saved' : ''
  if (kind === 'denied' && !hasUnsentEdits) return 'Saved'
  if (kind === 'gone' && !hasUnsentEdits) return ''
  if (kind === 'saving' && !isStorageFailed) return 'Saving...'
  if (isStorageFailed) return 'Not saved: this device cannot store changes'
  if (kind !== 'retrying' || isSignedOutError(error)) return 'Not sent, saved on this device'
  const isOffline = error instanceof RequestFailure && error.kind === 'offline'
  return isOffline ? 'Offline, saved on this device' : 'Saved on this device, will be sent again'
}

const MAX_SHOWN = 5

/** Shows the other people in the article (newsroom §2, Together). */
function PresenceList({ people }: { people: readonly PresentPerson[] }) {
  const hidden = people.slice(MAX_SHOWN)
  const hiddenNames = hidden.map(({ name }) => name).join(', ')
  return (
    <ul aria-label="People here" className="flex -space-x-1 empty:hidden">
      {people.slice(0, MAX_SHOWN).map((person) => (
        <Person key={person.id} {...person} />
      ))}
      {hidden.length > 0 && (
        <li title={hiddenNames} className="editor-person bg-brand">
          <span aria-hidden>+{hidden.length}</span>
          <span className="sr-only">{`${hiddenNames} ${hidden.length === 1 ? 'is' : 'are'} here`}</span>
        </li>
      )}
    </ul>
  )
}

function Person({ name, portraitUrl, color, isReading }: PresentPerson) {
  const text = `${name} is ${isReading ? 'reading' : 'editing'}`
  return (
    <li title={text} className="editor-person" style={{ backgroundColor: color }}>
      <Portrait url={portraitUrl}>
        <span aria-hidden>{initialsOf(name)}</span>
      </Portrait>
      <span className="sr-only">{text}</span>
    </li>
  )
}

/** "Ada Lovelace" becomes "AL". */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase() || '?'
}
