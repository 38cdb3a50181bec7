import type { ReactNode } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { type StaticPageName, staticPageTitle } from '../rules/static-page.ts'

/** Separate, since every page's scripts contain all pending components. */
export function StaticPagePending({ name }: { name: StaticPageName }) {
  return (
    <StaticPageFrame name={name}>
      <p role="status" className="text-muted">
        {phrase('Loading...')}
      </p>
    </StaticPageFrame>
  )
}

export function StaticPageFrame({ name, children }: { name: StaticPageName; children: ReactNode }) {
  return (
    <div className="measure">
      <div className="mx-auto max-w-[35rem]">
        <h1 className="headline mt-6 mb-6 border-t border-ink pt-3 text-38 md:mt-10 md:mb-8 md:text-48">
          {staticPageTitle(name)}
        </h1>
        {children}
      </div>
    </div>
  )
}
