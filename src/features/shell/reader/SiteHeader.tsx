import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { SearchLink } from '#features/search/reader/SearchLink.tsx'
import type { PublicSettings } from '#features/site/rules/public-settings.ts'
import { formatLongDay } from '#kernel/dates.ts'
import { MenuButton } from './MenuButton.tsx'
import { SocialLinks } from './SocialLinks.tsx'

type Props = { settings: PublicSettings; today: string }

export function SiteHeader({ settings, today }: Props) {
  return (
    <header className="header-bar bg-brand text-on-brand">
      <div className="header-row measure flex items-center justify-between gap-6">
        <MenuButton siteName={settings.siteName} />
        <Link
          to="/"
          className="wordmark mr-auto min-w-0 overflow-hidden text-ellipsis"
          style={{ '--letters': settings.siteName.length } as CSSProperties}
        >
          {settings.siteName}
        </Link>
        <div className="flex shrink-0 items-center gap-4">
          <p className="text-13 max-md:hidden">{formatLongDay(today)}</p>
          <SocialLinks settings={settings} className="max-md:hidden" />
          <SearchLink className="-mr-2.5 grid size-11 place-items-center" />
        </div>
      </div>
    </header>
  )
}
