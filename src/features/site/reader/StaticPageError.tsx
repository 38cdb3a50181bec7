import { Notice } from '#ui/Notice.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'
import { useRouteRetry } from '#ui/useRouteRetry.ts'
import { STATIC_PAGES, type StaticPageName } from '../rules/static-page.ts'

export function StaticPageError({ name }: { name: StaticPageName }) {
  const retry = useRouteRetry()
  return (
    <div className="measure">
      <Notice
        alert
        heading="h1"
        title={`Error Loading ${STATIC_PAGES[name].title}`}
        text="Please try again later."
        action={<TryAgain onRetry={retry} />}
      />
    </div>
  )
}
