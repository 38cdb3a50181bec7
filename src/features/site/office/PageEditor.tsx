import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { AdminPage } from '#ui/office/AdminPage.tsx'
import { ErrorState } from '#ui/office/ErrorState.tsx'
import { pageTextQuery } from '../edit-pages.functions.ts'
import { STATIC_PAGE_NAMES, STATIC_PAGES, type StaticPageName } from '../rules/static-page.ts'
import { HtmlGuide } from './HtmlGuide.tsx'
import { PageTextForm } from './PageTextForm.tsx'

/** What the editor calls the pages (spec §2, Page editor). */
const LABELS: Record<StaticPageName, string> = {
  contact: 'Contact Page',
  'privacy-policy': 'Privacy Policy',
  'terms-of-service': 'Terms of Service',
}

/** The editor of the paper's own pages (spec §2, §4); which of them is in the address. */
export function PageEditor({ name }: { name: StaticPageName }) {
  const { data, error, refetch } = useQuery(pageTextQuery(name))
  const { path } = STATIC_PAGES[name]
  return (
    <AdminPage
      title="Page Editor"
      text="The paper's own pages, in HTML."
      actions={
        <a href={path} target="_blank" rel="noopener" className="office-button">
          View Live
          <ExternalLink aria-hidden size={16} />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      }
    >
      <nav aria-label="Pages to edit" className="flex flex-wrap gap-2">
        {STATIC_PAGE_NAMES.map((page) => (
          <Link
            key={page}
            to="/admin/pages"
            search={{ page }}
            aria-current={page === name ? 'page' : undefined}
            className="office-button aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-paper"
          >
            {LABELS[page]}
          </Link>
        ))}
      </nav>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
        {data && <PageTextForm key={name} name={name} label={LABELS[name]} stored={data} />}
        {!data && error && <ErrorState text={error.message} onRetry={() => void refetch()} />}
        {!data && !error && <p role="status">Loading...</p>}
        <aside aria-label="About this page" className="flex flex-col gap-5">
          <section aria-label="Public URL" className="sheet flex flex-col gap-1 p-4">
            <h2 className="text-13 font-semibold">Public URL</h2>
            <a href={path} target="_blank" rel="noopener" className="text-14 wrap-anywhere underline">
              {location.origin + path}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </section>
          <HtmlGuide />
        </aside>
      </div>
    </AdminPage>
  )
}
