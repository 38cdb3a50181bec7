import { Link } from '@tanstack/react-router'
import { AdChoicesButton } from '#features/site/reader/AdConsent.tsx'
import { type PublicSettings, TAGLINE } from '#features/site/rules/public-settings.ts'
import { STATIC_PAGE_NAMES, STATIC_PAGES } from '#features/site/rules/static-page.ts'
import { CATEGORIES } from '#kernel/category.ts'
import { SocialLinks } from './SocialLinks.tsx'

export function SiteFooter({ settings }: { settings: PublicSettings }) {
  return (
    <footer className="mt-16 bg-wash">
      <div className="measure flex flex-wrap items-end justify-between gap-6 py-10">
        <div>
          <Link to="/" className="font-serif text-24 font-bold">
            {settings.siteName}
          </Link>
          <p className="pt-1 text-14 text-muted">{TAGLINE}</p>
          <SocialLinks settings={settings} className="pt-2 md:hidden" />
        </div>
        <nav aria-label="About this site">
          <ul className="footer-links">
            <li>
              <Link to="/bookmarks">Reading List</Link>
            </li>
            {STATIC_PAGE_NAMES.map((name) => (
              <li key={name}>
                <Link to={STATIC_PAGES[name].path}>{STATIC_PAGES[name].title}</Link>
              </li>
            ))}
            <li>
              <Link to="/corrections">Corrections</Link>
            </li>
            <AdChoicesButton />
          </ul>
        </nav>
      </div>
      <div className="measure pb-10">
        <nav id="sections" aria-label="Sections">
          <ul className="footer-links border-t border-rule pt-4 pb-6">
            {CATEGORIES.map((category) => (
              <li key={category}>
                <Link to="/$category" params={{ category }}>
                  {category}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <p className="border-t border-rule pt-4 text-13 text-muted">Latest news at your fingertips</p>
      </div>
    </footer>
  )
}
