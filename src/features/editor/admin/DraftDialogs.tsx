import { useState } from 'react'
import { NoteDialog } from '#features/drafts/admin/NoteDialog.tsx'
import { useDraftAction } from '#features/drafts/admin/useDraftAction.ts'
import { describeWithdrawal } from '#features/drafts/rules/draft-status.ts'
import { PublishDialog, ScheduleDialog } from '#features/publishing/admin/PublishDialog.tsx'
import { PublishQuestion } from '#features/publishing/admin/PublishQuestion.tsx'
import { SubmitDialog } from '#features/publishing/admin/SubmitDialog.tsx'
import { reviewDraftFn, withdrawArticleFn } from '#features/publishing/publishing.functions.ts'
import type { Draft } from '#features/publishing/server/find-draft.server.ts'
import { failureText } from '#kernel/failure-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import type { StoredImage } from './ImageField.tsx'
import { RevisionsDialog } from './RevisionsDialog.tsx'
import { failureMessage, firstPublication, type SaveAction } from './send-save.ts'
import type { ArticleEditorState } from './useArticleEditor.ts'

export type DraftDialogName =
  | 'publish'
  | 'update'
  | 'schedule'
  | 'submit'
  | 'approve'
  | 'request-changes'
  | 'withdraw'
  | 'revisions'

/** Spec §8. */
const saveFailure = () => phrase('Failed to save article. Please try again.')

type Props = {
  name: DraftDialogName
  editor: ArticleEditorState
  stored: Draft | undefined
  image: StoredImage | undefined
  onClose: () => void
}

export function DraftDialogs({ name, editor, stored, image, onClose }: Props) {
  const { run, isBusy, cancel, error } = useDraftAction({ isInDialog: true })
  // Retries keep this id, to take effect once.
  const [requestId] = useState(() => crypto.randomUUID())
  const { id } = editor.session
  const [saveError, setSaveError] = useState<string>()

  function close() {
    cancel()
    onClose()
  }

  /** The dialog stays open until the server has what was typed in it. */
  async function submit(action: SaveAction, onSent = () => {}) {
    setSaveError(undefined)
    const failure = await editor.submit(action, { isInDialog: true })
    if (!failure) onSent()
    if (!failure || failure.kind === 'gone') return onClose()
    setSaveError(
      failure.kind === 'refused'
        ? `${failureMessage(action)}. ${failure.reasons.join(' ')}`
        : failureText(failure.error, saveFailure()),
    )
  }

  switch (name) {
    case 'publish':
      return (
        <PublishQuestion
          isBusy={editor.saving !== undefined}
          error={saveError}
          onPublish={() => void submit(firstPublication(stored))}
          onClose={onClose}
        />
      )
    case 'update':
      return (
        <PublishDialog
          articleId={id}
          approved={stored?.review?.kind === 'approve' ? stored.review.correction : null}
          isBusy={editor.saving !== undefined}
          error={saveError}
          onPublish={(choice, onSent) => void submit({ kind: 'publish', isFirst: false, ...choice }, onSent)}
          onClose={onClose}
        />
      )
    case 'schedule':
      return (
        <ScheduleDialog
          articleId={id}
          scheduled={stored?.scheduled}
          isUpdate={stored?.publishedAt != null}
          isBusy={editor.saving !== undefined}
          error={saveError}
          onSchedule={(plannedAt, choice, onSent) =>
            void submit({ kind: 'schedule', plannedAt, ...choice }, onSent)
          }
          onClose={onClose}
        />
      )
    case 'submit':
      return (
        <SubmitDialog
          articleId={id}
          isPublished={stored?.publishedAt != null}
          isBusy={editor.saving !== undefined}
          error={saveError}
          onSubmit={(note, correction, onSent) => void submit({ kind: 'submit', note, correction }, onSent)}
          onClose={onClose}
        />
      )
    case 'approve':
    case 'request-changes': {
      const isApproval = name === 'approve'
      return (
        <NoteDialog
          name={`${name}:${id}`}
          title={isApproval ? phrase('Approve this article') : phrase('Request changes')}
          text={
            isApproval
              ? phrase('The approval applies to the text as it is now.')
              : phrase('The article returns to its author with your note.')
          }
          label={phrase('Note')}
          isRequired={!isApproval}
          confirmLabel={isApproval ? phrase('Approve') : phrase('Request Changes')}
          isBusy={isBusy}
          error={error}
          onConfirm={(note, onSent) =>
            run({
              send: (signal) =>
                reviewDraftFn({
                  data: {
                    id,
                    base: { formHash: stored?.formHash ?? '' },
                    note,
                    ...(isApproval
                      ? { kind: 'approve', correction: stored?.review?.correction }
                      : { kind: 'request-changes' }),
                  },
                  signal,
                }),
              success: isApproval ? phrase('Article approved') : phrase('Changes requested'),
              failure: isApproval ? phrase('Failed to approve article') : phrase('Failed to request changes'),
              onDone() {
                onSent()
                onClose()
              },
            })
          }
          onClose={close}
        />
      )
    }
    case 'withdraw':
      return (
        <NoteDialog
          name={`withdraw:${id}`}
          title={phrase('Withdraw this article?')}
          text={describeWithdrawal([{ status: stored?.status ?? 'published' }])}
          label={phrase('Public reason')}
          help={phrase('Optional. Shown to readers who open the article.')}
          confirmLabel={phrase('Withdraw')}
          isDangerous
          isBusy={isBusy}
          error={error}
          onConfirm={(reason, onSent) =>
            run({
              send: (signal) => withdrawArticleFn({ data: { publicationId: requestId, id, reason }, signal }),
              success: phrase('Article withdrawn'),
              failure: phrase('Failed to withdraw article'),
              onDone() {
                onSent()
                onClose()
              },
            })
          }
          onClose={close}
        />
      )
    case 'revisions':
      return <RevisionsDialog editor={editor} image={image} onClose={onClose} />
  }
}
