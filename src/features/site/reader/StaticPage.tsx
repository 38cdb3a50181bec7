import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Notice } from '#ui/Notice.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'
import { useRouteRetry } from '#ui/useRouteRetry.ts'
import { staticPageQuery } from '../pages.functions.ts'
import { STATIC_PAGES, type StaticPageName } from '../rules/static-page.ts'

/** Spec §2. */
export function StaticPage({ name }: { name: StaticPageName }) {
  const { html } = useSuspenseQuery(staticPageQuery(name)).data
  return (
    <Frame name={name}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
      <div dir="auto" className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </Frame>
  )
}

export function StaticPagePending({ name }: { name: StaticPageName }) {
  return (
    <Frame name={name}>
      <p role="status" className="text-muted">
        Loading...
      </p>
    </Frame>
  )
}

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

function Frame({ name, children }: { name: StaticPageName; children: ReactNode }) {
  return (
    <div className="measure">
      <div className="mx-auto max-w-[35rem]">
        <h1 className="headline mt-6 mb-6 border-t border-ink pt-3 text-38 md:mt-10 md:mb-8 md:text-48">
          {STATIC_PAGES[name].title}
        </h1>
        {children}
      </div>
    </div>
  )
}
