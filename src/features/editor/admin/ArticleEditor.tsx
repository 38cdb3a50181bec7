import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAdmittedAccount } from '#features/access/admin/useCapability.ts'
import { isAccessDeniedError } from '#features/access/rules/access.ts'
import { articleTopicsQuery } from '#features/desk/desk.functions.ts'
import { articleFailure } from '#features/drafts/rules/publish-labels.ts'
import { draftQuery, newsroomSettingsQuery } from '#features/publishing/publishing.functions.ts'
import type { Draft } from '#features/publishing/server/find-draft.server.ts'
import { failureText } from '#kernel/failure-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { ErrorState, LoadError, loadError } from '#ui/admin/LoadState.tsx'
import { draftCopyQuery } from '../editor.functions.ts'
import { EditorForm } from './EditorForm.tsx'
import { EditorLoading, EditorPage } from './EditorPage.tsx'
import { useDraftSession } from './useDraftSession.ts'

type Handlers = {
  onStored: (id: string) => void
  onPublished: () => void
  /** `id` is that of the copy of a deleted article. */
  onCopied: (id: string) => void
  onCancel: () => void
}

export function ArticleEditor({ article, ...handlers }: Handlers & { article: string | 'new' }) {
  const { id, isResumed } = useArticleId(article)
  const [isCreated] = useState(article === 'new')
  // Before a reload, the first edits may have reached the server.
  const { queryKey } = draftQuery(id)
  const resumption = useQuery({
    ...draftQuery(id),
    queryKey: [...queryKey, 'resumption'],
    enabled: isResumed,
    gcTime: 0,
    retry: false,
  })
  const isNew = isCreated && !resumption.data
  const query = useQuery({ ...draftQuery(id), enabled: article !== 'new' || !isNew })
  const { data } = query
  const error = loadError(query)
  const copy = useDraftCopy(id, error !== null && data === undefined)
  // A deleted article stays open.
  const known = data ?? copy
  const [stored, setStored] = useState(known)
  if (known && known !== stored) setStored(known)
  if (isResumed && resumption.isPending) return <Loading />
  if (stored || isNew)
    return (
      <OpenedEditor
        id={id}
        isNew={isNew}
        stored={stored ?? undefined}
        isDeleted={data === null}
        {...handlers}
      />
    )
  if (data === null) return <NotFound onCancel={handlers.onCancel} />
  if (isAccessDeniedError(error)) return <NoAccess onCancel={handlers.onCancel} />
  if (!error || copy !== null) return <Loading />
  return (
    <EditorPage>
      <LoadError query={query} text={articleFailure()} />
    </EditorPage>
  )
}

/** The history keeps the id of a new article, which a reload then continues. */
function useArticleId(article: string | 'new'): { id: string; isResumed: boolean } {
  const navigate = useNavigate()
  const kept = useLocation({ select: ({ state }) => state.newArticleId })
  const [opened] = useState(() => ({
    id: article === 'new' ? (kept ?? crypto.randomUUID()) : article,
    isResumed: article === 'new' && kept !== undefined,
  }))
  const isKept = article !== 'new' || kept === opened.id
  useEffect(() => {
    if (isKept) return
    void navigate({
      to: '.',
      search: true,
      state: (state) => ({ ...state, newArticleId: opened.id }),
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    })
  }, [isKept, navigate, opened.id])
  return opened
}

/** Returns this device's copy of an article that cannot be loaded; null if there is none, undefined until that is known. */
function useDraftCopy(id: string, isNeeded: boolean): Draft | null | undefined {
  const owner = useAdmittedAccount()?.id ?? ''
  const { data } = useQuery({ ...draftCopyQuery(owner, id), enabled: isNeeded })
  return data
}

type Props = Handlers & { id: string; isNew: boolean; stored: Draft | undefined; isDeleted: boolean }

function OpenedEditor({ id, isNew, ...props }: Props) {
  const opened = useDraftSession(id, { isNew })
  // The settings decide which buttons are above the text, and the topics are above the image: what is below would move
  // under the pointer if they came later. After a failed request, the editor opens without them. An open editor stays open when
  // they are requested again, or for the first time since a new article has been stored.
  const settings = useQuery(newsroomSettingsQuery)
  const topics = useQuery({ ...articleTopicsQuery(id), enabled: !isNew })
  const isWaiting = [settings, topics].some(({ isLoading, failureCount }) => isLoading && failureCount === 0)
  const [wasReady, setWasReady] = useState(false)
  if (!isWaiting && !wasReady) setWasReady(true)
  if (isWaiting && !wasReady) return <Loading />
  switch (opened.kind) {
    case 'open':
      return <EditorForm key={opened.session.client} session={opened.session} {...props} />
    case 'failed':
      return (
        <EditorPage>
          <ErrorState text={failureText(opened.error, articleFailure())} onRetry={opened.retry} />
        </EditorPage>
      )
    case 'loading':
      return <Loading />
    case 'gone':
      return <NotFound onCancel={props.onCancel} />
  }
}

function Loading() {
  return (
    <EditorPage>
      <EditorLoading text={phrase('Loading article…')} />
    </EditorPage>
  )
}

function NoAccess(props: { onCancel: () => void }) {
  return (
    <Unavailable
      title={phrase('You cannot open this article')}
      text={phrase('It belongs to someone else. Ask an editor to assign it to you.')}
      {...props}
    />
  )
}

function NotFound(props: { onCancel: () => void }) {
  return (
    <Unavailable title={phrase('Article not found')} text={phrase('It may have been deleted.')} {...props} />
  )
}

function Unavailable({ title, text, onCancel }: { title: string; text: string; onCancel: () => void }) {
  return (
    <EditorPage>
      <EmptyState
        title={title}
        text={text}
        action={<Button onClick={onCancel}>{phrase('Back to the List')}</Button>}
      />
    </EditorPage>
  )
}
