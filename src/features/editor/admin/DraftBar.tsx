import { Eye, SlidersHorizontal } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { isSignedOutError } from '#features/access/rules/access.ts'
import type { SyncState } from '#features/collaboration/admin/draft-sync.ts'
import { PresenceList } from '#features/collaboration/admin/PresenceList.tsx'
import { draftStatusLabels } from '#features/drafts/rules/draft-status.ts'
import { FullPreviewDialog } from '#features/publishing/admin/FullPreviewDialog.tsx'
import type { Draft } from '#features/publishing/server/find-draft.server.ts'
import { RequestFailure } from '#kernel/request-failure.ts'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { countWords, readingMinutes, readingTimeLabel } from '#kernel/text/reading-time.ts'
import { PANEL_ID } from './EditorPanel.tsx'
import type { ArticleEditorState } from './useArticleEditor.ts'

type Props = {
  editor: ArticleEditorState
  stored: Draft | undefined
  /** The id of the stored image that the preview shows. */
  imageId: string | undefined
  panel: { isSheet: boolean; isOpen: boolean; toggle: () => void }
}

/** Shows the state of a draft and who is here (newsroom §2, Autosave and Together), and opens what is beside the text. */
export function DraftBar({ editor, stored, imageId, panel }: Props) {
  const [isPreviewed, setIsPreviewed] = useState(false)
  const { isGone, state, session, people, values } = editor
  const status = isGone ? phrase('Deleted') : draftStatusLabels()[stored?.status ?? 'draft']
  return (
    <>
      <div className="editor-state">
        <p role="status" className={isGone ? 'font-semibold text-danger' : 'font-semibold text-ink'}>
          <span className="sr-only">{phrase('Status:')} </span>
          {status}
        </p>
        <SyncStatus state={state} hasUnsentEdits={session.sync.hasUnsentEdits()} />
        <TextLength html={values.content} />
      </div>
      <PresenceList people={people} />
      <button
        type="button"
        title={phrase('Preview')}
        onClick={() => setIsPreviewed(true)}
        className="editor-bar-button"
      >
        <Eye aria-hidden size={18} />
        <span className="max-xl:sr-only">{phrase('Preview')}</span>
      </button>
      <button
        type="button"
        title={phrase('Settings')}
        aria-haspopup={panel.isSheet ? 'dialog' : undefined}
        aria-expanded={panel.isOpen}
        aria-controls={PANEL_ID}
        onClick={panel.toggle}
        className="editor-bar-button"
      >
        <SlidersHorizontal aria-hidden size={18} />
        <span className="max-xl:sr-only">{phrase('Settings')}</span>
      </button>
      {isPreviewed && <FullPreviewDialog form={values} id={imageId} onClose={() => setIsPreviewed(false)} />}
    </>
  )
}

/** Shows how long ago it was saved, once it was saved on this screen. */
function SyncStatus({ state, hasUnsentEdits }: { state: SyncState; hasUnsentEdits: boolean }) {
  const text = describeSync(state, hasUnsentEdits)
  const [opened] = useState(state)
  return (
    <p className="empty:hidden">
      {text && <span>{text}</span>}
      {text === phrase('Saved') && state !== opened && <TimeSince />}
    </p>
  )
}

const MINUTE = 60

function TimeSince() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const start = Date.now()
    const timer = setInterval(() => setSeconds(Math.round((Date.now() - start) / 1_000)), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (seconds < 2) return null
  const ago =
    seconds < MINUTE
      ? phrase('{seconds} s ago', { seconds })
      : phrase('{minutes} min ago', { minutes: Math.floor(seconds / MINUTE) })
  return (
    <span aria-hidden className="tabular-nums max-md:hidden">
      {' '}
      {ago}
    </span>
  )
}

function TextLength({ html }: { html: string }) {
  const deferred = useDeferredValue(html)
  const words = useMemo(() => countWords(deferred), [deferred])
  const minutes = readingMinutes(deferred)
  return (
    <p>
      {plural(words, '{count} word', '{count} words')}
      {minutes > 1 && <span className="max-xl:sr-only">, {readingTimeLabel(minutes)}</span>}
    </p>
  )
}

/** @returns an empty string for a new or deleted article without edits */
export function describeSync(
  { kind, error, isStorageFailed, isStored }: SyncState,
  hasUnsentEdits: boolean,
): string {
  if (kind === 'saved') return isStored ? phrase('Saved') : ''
  if (kind === 'denied' && !hasUnsentEdits) return phrase('Saved')
  if (kind === 'gone' && !hasUnsentEdits) return ''
  if (kind === 'saving' && !isStorageFailed) return phrase('Saving...')
  if (isStorageFailed) return phrase('Not saved: this device cannot store changes')
  if (kind !== 'retrying' || isSignedOutError(error)) return phrase('Not sent, saved on this device')
  const isOffline = error instanceof RequestFailure && error.kind === 'offline'
  return isOffline
    ? phrase('Offline, saved on this device')
    : phrase('Saved on this device, will be sent again')
}
