import { Link } from '@tanstack/react-router'
import { formatLongDay } from '#domain/dates.ts'
import type { PublicSettings } from '#domain/settings.ts'
import { SocialLinks } from './SocialLinks.tsx'

type Props = { settings: PublicSettings; today: string }

/** The red bar: the wordmark, today's date and, where they are set, the social links. */
export function SiteHeader({ settings, today }: Props) {
  return (
    <header className="header-bar bg-brand text-on-brand">
      <div className="header-row measure flex items-center justify-between gap-6">
        <Link to="/" className="wordmark min-w-0 overflow-hidden text-ellipsis">
          {settings.siteName}
        </Link>
        <div className="flex shrink-0 items-center gap-4">
          <p className="text-13 max-md:hidden">{formatLongDay(today)}</p>
          <SocialLinks settings={settings} />
        </div>
      </div>
    </header>
  )
}
