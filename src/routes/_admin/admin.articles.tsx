import { createFileRoute } from '@tanstack/react-router'
import { articleListQuery } from '#features/desk/desk.functions.ts'
import {
  parseArticleManagerParams,
  type RawArticleManagerParams,
} from '#features/desk/rules/article-manager-params.ts'
import { ArticleManager } from '#features/editor/admin/ArticleManager.tsx'
import { draftQuery } from '#features/publishing/publishing.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'

/** The list or, with `?article=`, the editor. */
export const Route = createFileRoute('/_admin/admin/articles')({
  // Reader pages do not load the parser of the parameters.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: (search: Record<string, unknown>): RawArticleManagerParams => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const { article, ...filter } = parseArticleManagerParams(deps)
    // The screen shows the error while it retries.
    const retry = false
    if (article === undefined) await queryClient.prefetchInfiniteQuery({ ...articleListQuery(filter), retry })
    else if (article !== 'new') await queryClient.prefetchQuery({ ...draftQuery(article), retry })
  },
  head: () => ({ meta: [{ title: phrase('Articles | Admin') }] }),
  component: Articles,
})

function Articles() {
  return <ArticleManager params={parseArticleManagerParams(Route.useSearch())} />
}
