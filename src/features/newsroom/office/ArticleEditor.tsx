import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isAccessDeniedError } from '#features/accounts/rules/access.ts'
import { ARTICLE_FETCH_ERROR } from '#features/articles/rules/fetch-error.ts'
import { failureText } from '#kernel/failure-text.ts'
import { Button } from '#ui/office/Button.tsx'
import { EmptyState } from '#ui/office/EmptyState.tsx'
import { ErrorState, LoadError, loadError } from '#ui/office/LoadState.tsx'
import { draftQuery, newsroomSettingsQuery } from '../newsroom.functions.ts'
import type { Draft } from '../server/find-draft.server.ts'
import { EditorForm } from './EditorForm.tsx'
import { PreservedStates } from './preserved-state.ts'
import { useDraftSession } from './useDraftSession.ts'

type Handlers = {
  onStored: (id: string) => void
  onPublished: () => void
  /** `id` is that of the copy of a deleted article. */
  onCopied: (id: string) => void
  onCancel: () => void
}

export function ArticleEditor({ article, ...handlers }: Handlers & { article: string | 'new' }) {
  const isStored = article !== 'new'
  const [newId] = useState(() => crypto.randomUUID())
  const [wasNew] = useState(!isStored)
  const id = isStored ? article : newId
  const query = useQuery({ ...draftQuery(id), enabled: isStored })
  const { data } = query
  // A deleted article stays open.
  const [stored, setStored] = useState(data)
  if (data && data !== stored) setStored(data)
  if (stored || wasNew)
    return (
      <OpenedEditor
        id={id}
        isNew={wasNew}
        stored={stored ?? undefined}
        isDeleted={data === null}
        {...handlers}
      />
    )
  if (data === null) return <NotFound onCancel={handlers.onCancel} />
  const error = loadError(query)
  if (isAccessDeniedError(error)) return <NoAccess onCancel={handlers.onCancel} />
  return error ? <LoadError query={query} text={ARTICLE_FETCH_ERROR} /> : <Loading />
}

type Props = Handlers & { id: string; isNew: boolean; stored: Draft | undefined; isDeleted: boolean }

function OpenedEditor({ id, isNew, ...props }: Props) {
  const opened = useDraftSession(id, { isNew })
  // They decide which buttons are above the fields, which would move under a finger. After a failed request, the editor
  // opens without them.
  const { isFetched, failureCount } = useQuery(newsroomSettingsQuery)
  const [preserved] = useState(() => new Map<string, unknown>())
  if (!isFetched && failureCount === 0) return <Loading />
  switch (opened.kind) {
    case 'open':
      return (
        <PreservedStates value={preserved}>
          <EditorForm key={opened.session.doc.guid} session={opened.session} {...props} />
        </PreservedStates>
      )
    case 'failed':
      return <ErrorState text={failureText(opened.error, ARTICLE_FETCH_ERROR)} onRetry={opened.retry} />
    case 'loading':
      return <Loading />
    case 'gone':
      return <NotFound onCancel={props.onCancel} />
  }
}

function Loading() {
  return (
    <p role="status" className="py-12 text-center text-muted">
      Loading article…
    </p>
  )
}

function NoAccess({ onCancel }: { onCancel: () => void }) {
  return (
    <EmptyState
      title="You cannot open this article"
      text="It belongs to someone else. Ask an editor to assign it to you."
      action={<Button onClick={onCancel}>Back to the List</Button>}
    />
  )
}

function NotFound({ onCancel }: { onCancel: () => void }) {
  return (
    <EmptyState
      title="Article not found"
      text="It may have been deleted."
      action={<Button onClick={onCancel}>Back to the List</Button>}
    />
  )
}
