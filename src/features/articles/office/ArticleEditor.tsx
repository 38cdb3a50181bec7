import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/office/Button.tsx'
import { EmptyState } from '#ui/office/EmptyState.tsx'
import { ErrorState } from '#ui/office/ErrorState.tsx'
import { editedArticleQuery } from '../admin-articles.functions.ts'
import { NEW_ARTICLE } from '../rules/article-form.ts'
import { fetchErrorMessage } from '../rules/fetch-error.ts'
import { EditorForm } from './EditorForm.tsx'

type Props = { article: string | 'new'; onSaved: () => void; onCancel: () => void }

/** The tab "New Article" or "Edit Article", once what is to be edited is here. */
export function ArticleEditor({ article, ...handlers }: Props) {
  return article === 'new' ? <NewArticle {...handlers} /> : <StoredArticle id={article} {...handlers} />
}

function NewArticle(handlers: Omit<Props, 'article'>) {
  const [id] = useState(() => crypto.randomUUID())
  return <EditorForm opened={{ id, form: { ...NEW_ARTICLE }, version: null }} {...handlers} />
}

function StoredArticle({ id, ...handlers }: { id: string } & Omit<Props, 'article'>) {
  const { data, error, isPending, refetch } = useQuery(editedArticleQuery(id))
  // Kept in the browser from before, it may be old by now; the editor asks what has changed when it saves.
  const [opened, setOpened] = useState(data)
  if (!opened && data) setOpened(data)
  if (isPending)
    return (
      <p role="status" className="py-12 text-center text-muted">
        Loading article...
      </p>
    )
  if (!opened && error) return <ErrorState text={fetchErrorMessage(error)} onRetry={refetch} />
  if (!opened)
    return (
      <EmptyState
        title="Article not found"
        text="It may have been deleted meanwhile."
        action={<Button onClick={handlers.onCancel}>Back to the list</Button>}
      />
    )
  return <EditorForm opened={opened} stored={data ?? null} {...handlers} />
}
