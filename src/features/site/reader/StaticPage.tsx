import { useSuspenseQuery } from '@tanstack/react-query'
import { phrase } from '#kernel/text/phrase.ts'
import { htmlDirection } from '#kernel/text/text-direction.ts'
import { Notice } from '#ui/Notice.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'
import { useRouteRetry } from '#ui/useRouteRetry.ts'
import { staticPageQuery } from '../pages.functions.ts'
import { type StaticPageName, staticPageTitle } from '../rules/static-page.ts'
import { StaticPageFrame } from './StaticPageFrame.tsx'

export function StaticPage({ name }: { name: StaticPageName }) {
  const { html } = useSuspenseQuery(staticPageQuery(name)).data
  return (
    <StaticPageFrame name={name}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
      <div dir={htmlDirection(html)} className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </StaticPageFrame>
  )
}

export function StaticPageError({ name }: { name: StaticPageName }) {
  const retry = useRouteRetry()
  return (
    <div className="measure">
      <Notice
        alert
        heading="h1"
        title={phrase('Error Loading {page}', { page: staticPageTitle(name) })}
        text={phrase('Please try again later.')}
        action={<TryAgain onRetry={retry} />}
      />
    </div>
  )
}
