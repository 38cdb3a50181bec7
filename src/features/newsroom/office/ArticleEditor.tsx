import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FETCH_ERROR } from '#features/articles/rules/fetch-error.ts'
import { Button } from '#ui/office/Button.tsx'
import { EmptyState } from '#ui/office/EmptyState.tsx'
import { LoadError, loadError } from '#ui/office/LoadError.tsx'
import { draftQuery } from '../newsroom.functions.ts'
import { EMPTY_ARTICLE } from '../rules/article-form.ts'
import { EditorForm } from './EditorForm.tsx'
import type { BaseArticle } from './useArticleEditor.ts'

type Props = {
  article: string | 'new'
  /** Called when a draft is stored and the editor stays open. */
  onStored: (id: string) => void
  onPublished: () => void
  onCancel: () => void
}

/** Edits an article or a new one, which becomes a stored one when it is first saved. */
export function ArticleEditor({ article, ...handlers }: Props) {
  const isStored = article !== 'new'
  const query = useQuery({ ...draftQuery(article), enabled: isStored })
  const { data } = query
  const [initial, setInitial] = useState<BaseArticle | undefined>(() =>
    isStored ? (data ?? undefined) : { id: crypto.randomUUID(), form: EMPTY_ARTICLE, version: null },
  )
  // The editor detects outdated cached data by its version.
  if (!initial && data) setInitial(data)
  if (initial) return <EditorForm initial={initial} stored={isStored ? data : undefined} {...handlers} />
  if (data === undefined && !loadError(query))
    return (
      <p role="status" className="py-12 text-center text-muted">
        Loading article...
      </p>
    )
  if (loadError(query)) return <LoadError query={query} text={FETCH_ERROR} />
  return (
    <EmptyState
      title="Article not found"
      text="It may have been deleted."
      action={<Button onClick={handlers.onCancel}>Back to the list</Button>}
    />
  )
}
