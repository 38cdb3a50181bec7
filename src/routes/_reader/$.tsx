import { createFileRoute, notFound } from '@tanstack/react-router'
import { SearchForm } from '#features/search/reader/SearchForm.tsx'
import { noPageHead } from '#features/site/rules/page-head.ts'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_reader/$')({
  loader: () => {
    throw notFound()
  },
  head: () => noPageHead(phrase('Page not found')),
  notFoundComponent: PageNotFound,
})

function PageNotFound() {
  return (
    <div className="measure py-12 md:py-20">
      <h1 className="headline">
        <span className="block pb-3 text-48 text-muted">404</span>
        <span className="text-30 md:text-38">{phrase('Oops! Page not found')}</span>
      </h1>
      <a href="/" className="button mt-8">
        {phrase('Return to Home')}
      </a>
      <SearchForm className="max-w-lg pt-8" />
    </div>
  )
}
