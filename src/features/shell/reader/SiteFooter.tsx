import { AdChoicesButton } from '#features/site/reader/AdConsent.tsx'
import type { PublicSettings } from '#features/site/rules/public-settings.ts'
import { STATIC_PAGE_NAMES, STATIC_PAGES, staticPageTitle } from '#features/site/rules/static-page.ts'
import { menuCategories } from '#kernel/category.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { writeFooterLine } from './display-settings.ts'
import { SocialLinks } from './SocialLinks.tsx'

export function SiteFooter({ settings }: { settings: PublicSettings }) {
  return (
    <footer className="mt-16 bg-wash">
      <div className="measure flex flex-wrap items-end justify-between gap-6 py-10">
        <div>
          <a href="/" className="font-serif text-24 font-bold">
            {settings.siteName}
          </a>
          <p className="pt-1 text-14 text-muted">{settings.tagline}</p>
          <SocialLinks settings={settings} className="pt-2 md:hidden" />
        </div>
        <nav aria-label={phrase('About this site')}>
          <ul className="footer-links">
            <li>
              <a href="/bookmarks">{phrase('Reading List')}</a>
            </li>
            <li>
              <a href="/following">{phrase('Following')}</a>
            </li>
            {STATIC_PAGE_NAMES.map((name) => (
              <li key={name}>
                <a href={STATIC_PAGES[name].path}>{staticPageTitle(name)}</a>
              </li>
            ))}
            <li>
              <a href="/corrections">{phrase('Corrections')}</a>
            </li>
            <AdChoicesButton />
          </ul>
        </nav>
      </div>
      <div className="measure pb-10">
        <nav id="sections" aria-label={phrase('Sections')}>
          <ul className="footer-links border-t border-rule pt-4 pb-6">
            {menuCategories().map(({ key, name, path }) => (
              <li key={key}>
                <a href={path}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div
          className="border-t border-rule pt-4"
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: constant
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? writeFooterLine() : '' }}
        />
      </div>
    </footer>
  )
}
