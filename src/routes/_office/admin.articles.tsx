import { createFileRoute } from '@tanstack/react-router'
import { adminArticlesQuery, editedArticleQuery } from '#features/articles/admin-articles.functions.ts'
import { ArticleManager } from '#features/articles/office/ArticleManager.tsx'
import type { ArticlesAddress } from '#features/articles/rules/articles-page.ts'
import { readArticlesPage } from '#features/articles/rules/articles-page.ts'

/** `/admin/articles`: the list, or with `?article=` an article's editor. What fails to load is told by the screen. */
export const Route = createFileRoute('/_office/admin/articles')({
  // What the screen takes is loaded with it, the reading of its address too: readers take nothing of the back office.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: (given: Record<string, unknown>): ArticlesAddress => given,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const { article, ...filter } = readArticlesPage(deps)
    if (article === undefined) await queryClient.prefetchInfiniteQuery(adminArticlesQuery(filter))
    else if (article !== 'new') await queryClient.prefetchQuery(editedArticleQuery(article))
  },
  head: () => ({ meta: [{ title: 'Articles | Admin' }] }),
  component: Articles,
})

function Articles() {
  return <ArticleManager page={readArticlesPage(Route.useSearch())} />
}
