import { createFileRoute } from '@tanstack/react-router'
import { categoryQuery } from '#features/articles/articles.functions.ts'
import { CategoryJsonLd } from '#features/articles/reader/CategoryJsonLd.tsx'
import { CategoryError } from '#features/articles/reader/CategoryPage.tsx'
import { CategoryPending } from '#features/articles/reader/CategoryPending.tsx'
import { CategoryFrontPage } from '#features/front/reader/CategoryFrontPage.tsx'
import { categoryFrontQuery } from '#features/front/reader-front.functions.ts'
import { pageHead } from '#features/site/rules/page-head.ts'
import { shellQuery } from '#features/site/settings.functions.ts'
import { categoryName, categoryOfPath, categoryPath } from '#kernel/category.ts'
import { isCursor } from '#kernel/cursor.ts'

export const Route = createFileRoute('/_reader/$category')({
  params: {
    // `false` passes unknown segments to the next routes.
    parse: ({ category: segment }) => {
      const category = categoryOfPath(segment)
      return category !== undefined && { category }
    },
    // The router also calls this for links with a complete path, with the current page's parameters; exceptions would be slow.
    stringify: ({ category }) => ({
      category: categoryPath((category as string | undefined) ?? '').slice(1),
    }),
  },
  // Undefined removes names from the URL, which the router would add again.
  validateSearch: ({ before }: { before?: unknown }): { before?: string } => ({
    before: isCursor(before) ? before : undefined,
  }),
  loaderDeps: ({ search: { before } }) => ({ before }),
  loader: async ({ context: { queryClient }, params: { category }, deps: { before } }) => {
    const [site] = await Promise.all([
      queryClient.ensureQueryData(shellQuery),
      queryClient.ensureInfiniteQueryData(categoryQuery(category, before)),
      before ? undefined : queryClient.ensureQueryData(categoryFrontQuery(category)),
    ])
    const query = before ? `?before=${encodeURIComponent(before)}` : ''
    return { site, path: categoryPath(category) + query }
  },
  head: ({ loaderData, params }) =>
    loaderData
      ? pageHead(loaderData.site, {
          path: loaderData.path,
          title: categoryName(params.category),
          feedsOf: params.category,
        })
      : {},
  component: CategoryRoute,
  pendingComponent: () => <CategoryPending category={Route.useParams().category} />,
  errorComponent: ({ error }) => <CategoryError category={Route.useParams().category} error={error} />,
})

function CategoryRoute() {
  const { category } = Route.useParams()
  const { before } = Route.useSearch()
  const { site } = Route.useLoaderData()
  return (
    <>
      <CategoryFrontPage key={category} category={category} before={before} settings={site.settings} />
      <CategoryJsonLd key={`${category} ${before}`} site={site} category={category} before={before} />
    </>
  )
}
