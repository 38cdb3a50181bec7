import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { SearchForm } from '#features/search/reader/SearchForm.tsx'
import { noPageHead } from '#features/site/rules/page-head.ts'

export const Route = createFileRoute('/_reader/$')({
  loader: () => {
    throw notFound()
  },
  head: () => noPageHead('Page not found'),
  notFoundComponent: PageNotFound,
})

function PageNotFound() {
  return (
    <div className="measure py-12 md:py-20">
      <h1 className="headline">
        <span className="block pb-3 text-48 text-muted">404</span>
        <span className="text-30 md:text-38">Oops! Page not found</span>
      </h1>
      <Link to="/" className="button mt-8">
        Return to Home
      </Link>
      <SearchForm className="max-w-lg pt-8" />
    </div>
  )
}
