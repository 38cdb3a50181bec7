import type { ReactNode } from 'react'
import { formatDayAndTime } from '#kernel/dates.ts'
import { Button } from '#ui/office/Button.tsx'
import type { SaveFailure, useArticleEditing } from './useArticleEditing.ts'

/** What an editor should know before going on: kept changes, somebody else's, and why a save was not made. */
export function EditorNotices({ editing }: { editing: ReturnType<typeof useArticleEditing> }) {
  const { offered, newer, failure, base, values } = editing
  const isTextChanged = TEXTS.some((field) => values[field] !== base.form[field])
  return (
    <>
      {offered.map((draft) => (
        <Notice
          key={draft.slot}
          actions={
            <>
              <Button onClick={() => editing.restoreDraft(draft)}>Restore</Button>
              <Button onClick={() => editing.discardDraft(draft)}>Discard</Button>
            </>
          }
        >
          You have unsaved changes from {formatDayAndTime(draft.savedAt)}.
        </Notice>
      ))}
      {newer && (
        <Notice actions={<Button onClick={() => editing.compare(newer)}>See the differences</Button>}>
          Somebody else has saved this article since you opened it.
        </Notice>
      )}
      {base.feed && (
        <p className="text-13 text-muted">
          {isTextChanged
            ? `Once saved, the text is yours: the feed “${base.feed}” will not change it any more.`
            : `The feed “${base.feed}” keeps this text up to date, until you change it.`}
        </p>
      )}
      {failure && <Failure kind={failure} onSaveAnew={editing.saveAnew} />}
    </>
  )
}

/** What a feed would write. */
const TEXTS = ['title', 'summary', 'content', 'author', 'imageUrl', 'sourceUrl', 'sourceName'] as const

function Failure({ kind, onSaveAnew }: { kind: SaveFailure; onSaveAnew: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 border border-danger p-3">
      <p className="min-w-52 flex-1 text-14">
        {kind === 'failed' && <strong>Failed to save article. Please try again.</strong>}
        {kind === 'signed-out' && (
          <>
            <strong>You have been signed out.</strong> What you wrote is still here.{' '}
            <a href="/admin/login" target="_blank" rel="noopener" className="underline">
              Log in in a new tab
            </a>
            , then save again.
          </>
        )}
        {kind === 'gone' && (
          <>
            <strong>Somebody else has deleted this article.</strong> What you wrote is still here.
          </>
        )}
      </p>
      {kind === 'gone' && <Button onClick={onSaveAnew}>Save as a new article</Button>}
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
