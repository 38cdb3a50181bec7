import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { articleQuery, getArticle } from '#features/articles/articles.functions.ts'
import { ArticleNotFound, ArticlePage } from '#features/articles/reader/ArticlePage.tsx'
import { articleHead } from '#features/articles/reader/article-head.ts'
import { JsonLd } from '#features/articles/reader/JsonLd.tsx'
import { breadcrumbJsonLd, newsArticleJsonLd } from '#features/articles/rules/json-ld.ts'
import { noPageHead } from '#features/site/rules/page-head.ts'
import { shellQuery } from '#features/site/settings.functions.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { writeJsonLd } from '#kernel/text/text.ts'
import { ErrorScreen } from '#ui/ErrorScreen.tsx'

export const Route = createFileRoute('/_reader/article/$id/{-$slug}')({
  loader: async ({ context: { queryClient }, params: { id }, location: { searchStr } }) => {
    const query = articleQuery(id)
    const [site, article] = await Promise.all([
      queryClient.ensureQueryData(shellQuery),
      // Links to live posts load the whole page, so that readers' scripts need not know of them.
      queryClient.ensureQueryData(
        import.meta.env.SSR
          ? { ...query, queryFn: () => getArticle({ data: { id, post: livePostOf(searchStr) } }) }
          : query,
      ),
    ])
    return { site, article }
  },
  head: ({ loaderData, match }) => {
    if (match.status === 'notFound') return noPageHead(phrase('Article not found'))
    return loaderData ? articleHead(loaderData.site, loaderData.article) : {}
  },
  component: ArticleRoute,
  pendingComponent: () => (
    <p role="status" className="measure py-24 text-muted">
      {phrase('Loading article…')}
    </p>
  ),
  errorComponent: ErrorScreen,
  notFoundComponent: ArticleNotFound,
})

function livePostOf(search: string): string | undefined {
  return new URLSearchParams(search).get('post') ?? undefined
}

function ArticleRoute() {
  const { origin, settings } = useSuspenseQuery(shellQuery).data
  const { id } = Route.useParams()
  const article = useSuspenseQuery(articleQuery(id)).data
  return (
    <>
      <ArticlePage article={article} shareOrigin={settings.shareOrigin ?? origin} />
      <ArticleJsonLd key={id} />
    </>
  )
}

function ArticleJsonLd() {
  const { site, article } = Route.useLoaderData()
  return (
    <>
      <JsonLd json={import.meta.env.SSR ? writeJsonLd(newsArticleJsonLd(site, article)) : ''} />
      <JsonLd
        json={import.meta.env.SSR ? writeJsonLd(breadcrumbJsonLd(site, article.category, article)) : ''}
      />
    </>
  )
}
