import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FETCH_ERROR } from '#features/articles/rules/fetch-error.ts'
import { formatResultCount } from '#features/articles/rules/result-count.ts'
import { Button } from '#ui/office/Button.tsx'
import { EmptyState } from '#ui/office/EmptyState.tsx'
import { isNextPage, LoadError, loadError } from '#ui/office/LoadError.tsx'
import { LoadMoreButton } from '#ui/office/LoadMoreButton.tsx'
import { adminArticlesQuery } from '../newsroom.functions.ts'
import { type ArticleListFilter, parseArticleManagerParams } from '../rules/article-manager-params.ts'
import type { AdminArticle } from '../server/read-list-entries.server.ts'
import { ArticleFilters } from './ArticleFilters.tsx'
import { ArticleRow } from './ArticleRow.tsx'
import { DeleteArticleDialog } from './DeleteArticleDialog.tsx'

type Props = { filter: ArticleListFilter; onEdit: (id: string) => void; onNew: () => void }

export function ArticleList({ filter, onEdit, onNew }: Props) {
  const navigate = useNavigate()
  const list = useInfiniteQuery({ ...adminArticlesQuery(filter), placeholderData: (previous) => previous })
  const [deleting, setDeleting] = useState<AdminArticle>()
  const pages = list.data?.pages ?? []
  const articles = pages.flatMap((page) => page.articles)
  const isBin = filter.status === 'bin'
  const isFiltered = Boolean(filter.q || filter.category || filter.status || filter.sort)

  function applyFilter(change: { [Name in keyof ArticleListFilter]: string }) {
    void navigate({
      to: '/admin/articles',
      search: parseArticleManagerParams({ ...filter, ...change }),
      replace: true,
    })
  }

  return (
    <>
      <ArticleFilters filter={filter} onChange={applyFilter} />
      {!list.data && !loadError(list) ? (
        <p role="status" className="py-12 text-center text-muted">
          Loading articles...
        </p>
      ) : !list.data ? (
        <LoadError query={list} text={FETCH_ERROR} />
      ) : (
        <section aria-labelledby="articles-heading" aria-busy={list.isPlaceholderData}>
          {list.isPlaceholderData && <LoadError query={list} text={FETCH_ERROR} />}
          <h2 id="articles-heading" aria-live="polite" className="pb-3 text-16 font-semibold">
            {isBin ? 'Bin' : 'Articles'} ({pages[0]?.total ? formatResultCount(pages[0].total) : '0'})
          </h2>
          {articles.length > 0 ? (
            <ul className="sheet divide-y divide-rule">
              {articles.map((article) => (
                <ArticleRow key={article.id} article={article} onEdit={onEdit} onDelete={setDeleting} />
              ))}
            </ul>
          ) : isBin ? (
            <EmptyState
              title="The bin is empty"
              text="Deleted articles stay here for 30 days."
              action={<Button onClick={() => applyFilter({ status: '' })}>All articles</Button>}
            />
          ) : isFiltered ? (
            <EmptyState
              title="No articles found"
              text="Try adjusting your search or filters"
              action={
                <Button onClick={() => applyFilter({ q: '', category: '', status: '', sort: '' })}>
                  Clear filter
                </Button>
              }
            />
          ) : (
            <EmptyState
              title="No Articles Yet"
              text="Start by creating your first article"
              action={
                <Button variant="primary" onClick={onNew}>
                  Create Article
                </Button>
              }
            />
          )}
          {isNextPage(list) && <LoadError query={list} text={FETCH_ERROR} />}
          <LoadMoreButton
            hasMore={list.hasNextPage}
            isBusy={list.isFetchingNextPage}
            onMore={() => list.fetchNextPage()}
          />
        </section>
      )}
      <DeleteArticleDialog article={deleting} onClose={() => setDeleting(undefined)} />
    </>
  )
}
