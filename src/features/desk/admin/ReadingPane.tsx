import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { NoteDialog } from '#features/drafts/admin/NoteDialog.tsx'
import { StatusBadge } from '#features/drafts/admin/StatusBadge.tsx'
import { useDraftAction } from '#features/drafts/admin/useDraftAction.ts'
import type { DraftAction } from '#features/drafts/rules/draft-status.ts'
import { articleFailure, reviewLabels } from '#features/drafts/rules/publish-labels.ts'
import { PreviewFrame } from '#features/publishing/admin/PreviewFrame.tsx'
import { draftQuery, publishDraftFn, reviewDraftFn } from '#features/publishing/publishing.functions.ts'
import type { Draft } from '#features/publishing/server/find-draft.server.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { ByName } from '#ui/admin/ByName.tsx'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import { hasSingleKeys, isShortcutEvent } from '#ui/admin/single-key-shortcuts.ts'

type Props = {
  id: string
  onEdit: (id: string) => void
  onDelete: (id: string) => void
  /** Called after a decision, which may remove the article from the list. */
  onDecided: () => void
  onClose: () => void
}

/** Shows an article beside the list, with the decisions about it. */
export function ReadingPane({ id, onDelete, ...props }: Props) {
  const query = useQuery(draftQuery(id))
  return (
    <section
      aria-label={phrase('Reading pane')}
      className="sheet sticky top-2 flex h-[calc(100dvh-1rem)] min-w-0 flex-col"
    >
      <LoadState query={query} failure={articleFailure()}>
        {(draft) =>
          draft ? (
            <Content key={id} draft={draft} onDelete={() => onDelete(id)} {...props} />
          ) : (
            <p className="p-4 text-14 text-muted">{phrase('The article no longer exists.')}</p>
          )
        }
      </LoadState>
    </section>
  )
}

type ContentProps = Omit<Props, 'id' | 'onDelete'> & { draft: Draft; onDelete: () => void }

type Decision = 'approve' | 'request-changes' | 'publish'

function Content({ draft, onEdit, onDelete, onDecided, onClose }: ContentProps) {
  const { id, form, formHash, status, review, feed, isHeld, actions, canDelete } = draft
  const [dialog, setDialog] = useState<'request-changes' | 'publish'>()
  const { run, isBusy, error, cancel } = useDraftAction({ isInDialog: dialog !== undefined })
  // Retries keep this id, to publish once.
  const [publicationId] = useState(() => crypto.randomUUID())
  const can = (action: DraftAction) => actions.includes(action)
  // A held item is published as it is; other articles need the choices of the editor.
  const canPublish = isHeld && can('publish') && draft.publishedAt === null
  const base = { formHash }

  function finish() {
    setDialog(undefined)
    onDecided()
  }

  function close() {
    cancel()
    setDialog(undefined)
  }

  function decide(kind: 'approve' | 'request-changes', note = '', onSent = () => {}) {
    const [success, failure] =
      kind === 'approve'
        ? [phrase('Article approved'), phrase('Failed to approve article')]
        : [phrase('Changes requested'), phrase('Failed to request changes')]
    run({
      send: (signal) => reviewDraftFn({ data: { id, base, kind, note }, signal }),
      success,
      failure,
      onDone() {
        onSent()
        finish()
      },
    })
  }

  function publish() {
    const data = { id, base, publicationId, isFirst: true, updateKind: 'update' as const }
    run({
      send: (signal) => publishDraftFn({ data, signal }),
      success: phrase('Article published'),
      failure: phrase('Failed to publish article'),
      onDone: finish,
    })
  }

  useDecisionKeys({
    e: () => onEdit(id),
    a: can('approve') ? () => decide('approve') : undefined,
    r: can('request-changes') ? () => setDialog('request-changes') : undefined,
    p: canPublish ? () => setDialog('publish') : undefined,
    d: canDelete ? onDelete : undefined,
  })

  const button = (kind: Decision, label: string, key: string, onClick: () => void) => (
    <Button key={kind} title={`${label} (${key})`} isBusy={isBusy} onClick={onClick}>
      {label}
    </Button>
  )
  return (
    <>
      <header className="flex flex-col gap-2 border-b border-rule p-3">
        <div className="flex items-center gap-2">
          <StatusBadge status={status} />
          {feed && (
            <p className="min-w-0 truncate text-13 text-muted">
              {phraseParts('From {feed}', { feed: <bdi key="feed">{feed}</bdi> })}
            </p>
          )}
          <button
            type="button"
            aria-label={phrase('Close Reading Pane')}
            title={phrase('Close (v)')}
            onClick={onClose}
            className="admin-icon-button ms-auto shrink-0"
          >
            <X aria-hidden size={18} />
          </button>
        </div>
        {review && (
          <p className="text-13 wrap-anywhere">
            {reviewLabels()[review.kind]}
            <ByName name={review.by} /> <Moment isPhrase at={review.at} />
            {review.note && `: ${review.note}`}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          {can('approve') && button('approve', phrase('Approve'), 'a', () => decide('approve'))}
          {can('request-changes') &&
            button('request-changes', phrase('Request Changes…'), 'r', () => setDialog('request-changes'))}
          {canPublish && button('publish', phrase('Publish…'), 'p', () => setDialog('publish'))}
          <Button title={phrase('Edit (e)')} onClick={() => onEdit(id)}>
            {phrase('Edit')}
          </Button>
          {canDelete && (
            <Button
              variant="danger"
              title={isHeld ? phrase('Reject (d)') : phrase('Delete (d)')}
              onClick={onDelete}
            >
              {isHeld ? phrase('Reject…') : phrase('Delete…')}
            </Button>
          )}
        </div>
      </header>
      <PreviewFrame
        title={phrase('Preview of the article')}
        form={form}
        id={draft.isImagePublished ? id : undefined}
        isFilling
      />
      {dialog === 'request-changes' && (
        <NoteDialog
          name={`request-changes:${id}`}
          title={phrase('Request changes')}
          text={phrase('The article returns to its author with your note.')}
          label={phrase('Note')}
          isRequired
          confirmLabel={phrase('Request Changes')}
          isBusy={isBusy}
          error={error}
          onConfirm={(note, onSent) => decide('request-changes', note, onSent)}
          onClose={close}
        />
      )}
      <ConfirmDialog
        title={phrase('Publish this article?')}
        text={phrase('Readers see it at once.')}
        confirmLabel={phrase('Publish')}
        isOpen={dialog === 'publish'}
        isBusy={isBusy}
        error={error}
        onConfirm={publish}
        onCancel={close}
      />
    </>
  )
}

function useDecisionKeys(actions: Record<string, (() => void) | undefined>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const run = actions[event.key]
    if (!run || event.shiftKey || event.repeat || !isShortcutEvent(event) || !hasSingleKeys()) return
    event.preventDefault()
    run()
  })
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
