import { useSuspenseQuery } from '@tanstack/react-query'
import { staticPageQuery } from '../pages.functions.ts'
import type { StaticPageName } from '../rules/static-page.ts'
import { StaticPageFrame } from './StaticPageFrame.tsx'

/** Spec §2. */
export function StaticPage({ name }: { name: StaticPageName }) {
  const { html } = useSuspenseQuery(staticPageQuery(name)).data
  return (
    <StaticPageFrame name={name}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
      <div dir="auto" className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </StaticPageFrame>
  )
}
