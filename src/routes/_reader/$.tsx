import { createFileRoute, notFound } from '@tanstack/react-router'
import { SearchForm } from '#features/search/reader/SearchForm.tsx'
import { noPageHead } from '#features/site/rules/page-head.ts'
import { NotFoundScreen } from '#ui/NotFoundScreen.tsx'

export const Route = createFileRoute('/_reader/$')({
  loader: () => {
    throw notFound()
  },
  head: () => noPageHead('Page not found'),
  notFoundComponent: () => (
    <NotFoundScreen>
      <SearchForm className="max-w-lg pt-8" />
    </NotFoundScreen>
  ),
})
