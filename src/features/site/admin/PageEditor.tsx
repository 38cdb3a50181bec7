import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { PAGE_LOAD_FAILURE, pageTextQuery } from '../edit-pages.functions.ts'
import { STATIC_PAGE_NAMES, STATIC_PAGES, type StaticPageName } from '../rules/static-page.ts'
import { PageTextForm } from './PageTextForm.tsx'

/** Spec §2, Page editor. */
const LABELS: Record<StaticPageName, string> = {
  about: 'About Page',
  contact: 'Contact Page',
  'privacy-policy': 'Privacy Policy',
  'terms-of-service': 'Terms of Service',
  accessibility: 'Accessibility Statement',
}

const HTML_EXAMPLES: readonly [code: string, meaning: string][] = [
  ['<h2>Hours</h2>', 'A heading, followed by h3 to h6. The page title is added automatically.'],
  ['<p>Some words.</p>', 'A paragraph'],
  ['<strong>…</strong> <em>…</em>', 'Bold and italic'],
  ['<a href="/contact">…</a>', 'A link: within the site, https:, mailto: or tel:'],
  ['<ul><li>…</li></ul>', 'A list; ol for a numbered one'],
  ['<blockquote>…</blockquote>', 'A quotation'],
  ['<table><tr><th>…</th></tr></table>', 'A table'],
  ['<h2 id="hours">', 'The target of <a href="#hours">'],
  ['<address>…</address> <hr> <br>', 'An address, a horizontal rule, a line break'],
]

export function PageEditor({ name }: { name: StaticPageName }) {
  const query = useQuery(pageTextQuery(name))
  const { path } = STATIC_PAGES[name]
  return (
    <AdminPage
      title="Page Editor"
      text="The site's static pages, in HTML."
      actions={
        <a href={path} target="_blank" rel="noopener" className="admin-button">
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
            className="admin-button aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-paper"
          >
            {LABELS[page]}
          </Link>
        ))}
      </nav>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <LoadState query={query} failure={PAGE_LOAD_FAILURE}>
          {(stored) => <PageTextForm key={name} name={name} label={LABELS[name]} stored={stored} />}
        </LoadState>
        <aside aria-label="About this page" className="flex flex-col gap-5">
          <section aria-label="Public URL" className="sheet flex flex-col gap-1 p-4">
            <h2 className="text-13 font-semibold">Public URL</h2>
            <a href={path} target="_blank" rel="noopener" className="text-14 wrap-anywhere underline">
              {location.origin + path}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </section>
          <HtmlHelp />
        </aside>
      </div>
    </AdminPage>
  )
}

function HtmlHelp() {
  return (
    <section aria-label="HTML guide" className="sheet flex flex-col gap-3 p-4">
      <h2 className="text-13 font-semibold">HTML guide</h2>
      <dl className="flex flex-col gap-2 text-13">
        {HTML_EXAMPLES.map(([code, meaning]) => (
          <div key={code}>
            <dt>
              <code className="font-mono wrap-anywhere">{code}</code>
            </dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="text-13 text-muted">
        Scripts, styles, images and frames are removed; the preview shows the result. An empty page shows its
        built-in text.
      </p>
    </section>
  )
}
