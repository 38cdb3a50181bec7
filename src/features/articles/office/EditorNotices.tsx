import type { ReactNode } from 'react'
import { formatDayAndTime } from '#kernel/dates.ts'
import { Button } from '#ui/office/Button.tsx'
import { ARTICLE_FIELDS } from '../rules/article-form.ts'
import type { SaveFailure, useArticleEditor } from './useArticleEditor.ts'

export function EditorNotices({ editor }: { editor: ReturnType<typeof useArticleEditor> }) {
  const { drafts, newer, failure, base, values } = editor
  const isTextChanged = ARTICLE_FIELDS.some(
    (field) => field !== 'category' && field !== 'isBreaking' && values[field] !== base.form[field],
  )
  return (
    <>
      {drafts.map((draft) => (
        <Notice
          key={draft.slot}
          actions={
            <>
              <Button onClick={() => editor.restoreDraft(draft)}>Restore</Button>
              <Button onClick={() => editor.discardDraft(draft)}>Discard</Button>
            </>
          }
        >
          You have unsaved changes from {formatDayAndTime(draft.savedAt)}.
        </Notice>
      ))}
      {newer && (
        <Notice actions={<Button onClick={() => editor.compare(newer)}>Compare versions</Button>}>
          Someone else has saved this article since you opened it.
        </Notice>
      )}
      {base.feed && (
        <p className="text-13 text-muted">
          {isTextChanged
            ? `Once you save, the feed “${base.feed}” no longer updates this article.`
            : `The feed “${base.feed}” updates this text until you change it.`}
        </p>
      )}
      {failure && <Failure kind={failure} onSaveAsNew={editor.saveAsNew} />}
    </>
  )
}

function Failure({ kind, onSaveAsNew }: { kind: SaveFailure; onSaveAsNew: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 border border-danger p-3">
      <p className="min-w-52 flex-1 text-14">
        {kind === 'failed' && <strong>Failed to save article. Please try again.</strong>}
        {kind === 'signed-out' && (
          <>
            <strong>You have been signed out.</strong> Your changes are still here.{' '}
            <a href="/admin/login" target="_blank" rel="noopener" className="underline">
              Log in in a new tab
            </a>
            , then save again.
          </>
        )}
        {kind === 'gone' && (
          <>
            <strong>Someone else has deleted this article.</strong> Your changes are still here.
          </>
        )}
      </p>
      {kind === 'gone' && <Button onClick={onSaveAsNew}>Save as a new article</Button>}
    </div>
  )
}

function Notice({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 border border-rule bg-wash p-3"
    >
      <p className="min-w-52 flex-1 text-14">{children}</p>
      <div className="flex gap-2">{actions}</div>
    </div>
  )
}
