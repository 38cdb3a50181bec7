import type { StaticPageName } from '../rules/static-page.ts'
import { StaticPageFrame } from './StaticPageFrame.tsx'

/** One of the paper's own pages while its text is on its way. */
export function StaticPagePending({ name }: { name: StaticPageName }) {
  return (
    <StaticPageFrame name={name}>
      <p role="status" className="text-muted">
        Loading...
      </p>
    </StaticPageFrame>
  )
}
