import {
  Archive,
  CalendarClock,
  Check,
  ChevronDown,
  Code,
  ExternalLink,
  History,
  MessageSquareWarning,
  Save,
  Send,
  Trash2,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import { type DraftAction, isUnseenItem } from '#features/drafts/rules/draft-status.ts'
import { DeleteArticleDialog } from '#features/publishing/admin/DeleteArticleDialog.tsx'
import type { Draft } from '#features/publishing/server/find-draft.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { RowMenu, RowMenuItem, RowMenuLink } from '#ui/admin/RowMenu.tsx'
import type { DraftDialogName } from './DraftDialogs.tsx'
import type { ArticleEditorState } from './useArticleEditor.ts'

export type PrimaryAction = 'publish' | 'submit' | 'save' | 'approve'

export const actionLabels = () => ({
  submit: phrase('Submit for Review'),
  save: phrase('Save Draft'),
  approve: phrase('Approve'),
})

type Props = {
  editor: ArticleEditorState
  stored: Draft | undefined
  formId: string
  isPhone: boolean
  primary: { action: PrimaryAction; label: string }
  onSave: () => void
  onOpen: (dialog: DraftDialogName) => void
  onSource: () => void
  onCancel: () => void
}

/** The primary action as a button. The other actions are in its menu. */
export function DraftActions({
  editor,
  stored,
  formId,
  isPhone,
  primary,
  onSave,
  onOpen,
  onSource,
  onCancel,
}: Props) {
  const [isDeleting, setIsDeleting] = useState(false)
  const { isGone, isReadOnly, saving, form } = editor
  const hasActions = !isGone && !isReadOnly
  const can = (action: DraftAction) =>
    !isGone && (stored ? stored.actions.includes(action) : action === 'submit')
  const open = (name: DraftDialogName) => () => onOpen(name)
  const openValid = (name: DraftDialogName, isComplete: boolean) => () =>
    form.validate({ isComplete }) && onOpen(name)
  const isLive = stored?.publishedAt != null
  const deletable = stored && {
    id: stored.id,
    title: stored.form.title,
    heldFrom: stored.isHeld ? stored.feed : null,
    publishedAt: stored.publishedAt,
    status: stored.status,
  }
  const isRejection = deletable !== undefined && isUnseenItem(deletable)
  const isBusy = saving !== undefined
  return (
    <div className="editor-actions">
      {!isPhone && hasActions && stored && (
        <Button onClick={onCancel} className="border-transparent!">
          {phrase('Cancel')}
        </Button>
      )}
      {hasActions && (
        <Button
          // A button that has the focus never becomes one for another action.
          key={primary.action}
          type="submit"
          form={formId}
          variant="primary"
          isBusy={isBusy}
          busyText={saving === primary.action ? phrase('Saving...') : primary.label}
          className="min-w-0"
        >
          <span className="truncate">{primary.label}</span>
        </Button>
      )}
      <RowMenu
        label={phrase('More actions')}
        {...(hasActions && {
          Icon: ChevronDown,
          className: 'admin-button admin-button-primary shrink-0 border-s-paper! px-2!',
        })}
      >
        {hasActions && primary.action !== 'save' && (
          <RowMenuItem Icon={Save} label={actionLabels().save} isDisabled={isBusy} onSelect={onSave} />
        )}
        {primary.action !== 'submit' && can('submit') && (
          <RowMenuItem Icon={Send} label={actionLabels().submit} onSelect={openValid('submit', false)} />
        )}
        {primary.action !== 'approve' && can('approve') && (
          <RowMenuItem
            Icon={Check}
            label={actionLabels().approve}
            isDisabled={editor.isChanged}
            onSelect={open('approve')}
          />
        )}
        {can('request-changes') && (
          <RowMenuItem
            Icon={MessageSquareWarning}
            label={phrase('Request Changes')}
            onSelect={open('request-changes')}
          />
        )}
        {hasActions && primary.action === 'publish' && (
          <RowMenuItem
            Icon={CalendarClock}
            label={phrase('Schedule')}
            onSelect={openValid('schedule', true)}
          />
        )}
        {!isGone && stored && stored.lastRevision > 0 && (
          <RowMenuItem Icon={History} label={phrase('Revisions')} onSelect={open('revisions')} />
        )}
        <RowMenuItem Icon={Code} label={phrase('HTML Source')} onSelect={onSource} />
        {isLive && (
          <RowMenuLink Icon={ExternalLink} label={phrase('View Live')} href={`/article/${stored.id}`} />
        )}
        {isPhone && hasActions && stored && (
          <RowMenuItem Icon={Undo2} label={phrase('Cancel')} onSelect={onCancel} />
        )}
        {can('withdraw') && (
          <RowMenuItem Icon={Archive} label={phrase('Withdraw')} isDangerous onSelect={open('withdraw')} />
        )}
        {!isGone && stored?.canDelete && (
          <RowMenuItem
            Icon={Trash2}
            label={isRejection ? phrase('Reject') : phrase('Delete')}
            isDangerous
            onSelect={() => setIsDeleting(true)}
          />
        )}
      </RowMenu>
      {stored && (
        <DeleteArticleDialog
          article={isDeleting ? deletable : undefined}
          onDeleted={onCancel}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </div>
  )
}
