import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { phrase } from '#kernel/text/phrase.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { pageLoadFailure, pageTextQuery } from '../edit-pages.functions.ts'
import { STATIC_PAGE_NAMES, STATIC_PAGES, type StaticPageName } from '../rules/static-page.ts'
import { PageTextForm } from './PageTextForm.tsx'

/** Spec §2, Page editor. */
const labels = (): Record<StaticPageName, string> => ({
  about: phrase('About Page'),
  contact: phrase('Contact Page'),
  'privacy-policy': phrase('Privacy Policy'),
  'terms-of-service': phrase('Terms of Service'),
  accessibility: phrase('Accessibility Statement'),
})

const htmlExamples = (): readonly [code: string, meaning: string][] => [
  ['<h2>Hours</h2>', phrase('A heading, followed by h3 to h6. The page title is added automatically.')],
  ['<p>Some words.</p>', phrase('A paragraph')],
  ['<strong>…</strong> <em>…</em>', phrase('Bold and italic')],
  ['<a href="/contact">…</a>', phrase('A link: within the site, https:, mailto: or tel:')],
  ['<ul><li>…</li></ul>', phrase('A list; ol for a numbered one')],
  ['<blockquote>…</blockquote>', phrase('A quotation')],
  ['<table><tr><th>…</th></tr></table>', phrase('A table')],
  ['<h2 id="hours">', 'The target of <a href="#hours">'],
  ['<address>…</address> <hr> <br>', phrase('An address, a horizontal rule, a line break')],
]

export function PageEditor({ name }: { name: StaticPageName }) {
  const query = useQuery(pageTextQuery(name))
  const { path } = STATIC_PAGES[name]
  return (
    <AdminPage
      title={phrase('Page Editor')}
      text={phrase("The site's static pages, in HTML.")}
      actions={
        <a href={path} target="_blank" rel="noopener" className="admin-button">
          {phrase('View Live')}
          <ExternalLink aria-hidden size={16} />
          <span className="sr-only">{phrase('(opens in a new tab)')}</span>
        </a>
      }
    >
      <nav aria-label={phrase('Pages to edit')} className="flex flex-wrap gap-2">
        {STATIC_PAGE_NAMES.map((page) => (
          <Link
            key={page}
            to="/admin/pages"
            search={{ page }}
            aria-current={page === name ? 'page' : undefined}
            className="admin-button aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-paper"
          >
            {labels()[page]}
          </Link>
        ))}
      </nav>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <LoadState query={query} failure={pageLoadFailure()}>
          {(stored) => <PageTextForm key={name} name={name} label={labels()[name]} stored={stored} />}
        </LoadState>
        <aside aria-label={phrase('About this page')} className="flex flex-col gap-5">
          <section aria-label={phrase('Public URL')} className="sheet flex flex-col gap-1 p-4">
            <h2 className="text-13 font-semibold">{phrase('Public URL')}</h2>
            <a href={path} target="_blank" rel="noopener" className="text-14 wrap-anywhere underline">
              {location.origin + path}
              <span className="sr-only"> {phrase('(opens in a new tab)')}</span>
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
    <section aria-label={phrase('HTML guide')} className="sheet flex flex-col gap-3 p-4">
      <h2 className="text-13 font-semibold">{phrase('HTML guide')}</h2>
      <dl className="flex flex-col gap-2 text-13">
        {htmlExamples().map(([code, meaning]) => (
          <div key={code}>
            <dt>
              <code className="font-mono wrap-anywhere">{code}</code>
            </dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="text-13 text-muted">
        {phrase(
          'Scripts, styles, images and frames are removed; the preview shows the result. An empty page shows its built-in text.',
        )}
      </p>
    </section>
  )
}
