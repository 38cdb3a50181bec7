import { Link } from '@tanstack/react-router'
import {
  CalendarDays,
  ChartLine,
  ClipboardList,
  CornerDownRight,
  FileText,
  FolderTree,
  Images,
  Keyboard,
  Languages,
  LayoutDashboard,
  LayoutTemplate,
  LogOut,
  type LucideIcon,
  Mail,
  Newspaper,
  PackageOpen,
  PackagePlus,
  Palette,
  PenLine,
  Radio,
  Rss,
  Settings,
  Tags,
  Users,
} from 'lucide-react'
import { Tooltip } from 'radix-ui'
import { type Account, canOpenScreen, type ScreenPath } from '#features/access/rules/access.ts'
import { SignOutDialog, useSignOut } from '#features/accounts/admin/SignOutDialog.tsx'
import { phrase } from '#kernel/text/phrase.ts'
import { HELD_CLICK } from '#platform/render/held-click.ts'

/** Spec §2, Admin shell, and further sections. */
const sections = (): readonly { to: ScreenPath; label: string; Icon: LucideIcon }[] => [
  { to: '/admin', label: phrase('Dashboard'), Icon: LayoutDashboard },
  { to: '/admin/articles', label: phrase('Articles'), Icon: Newspaper },
  { to: '/admin/live', label: phrase('Live'), Icon: Radio },
  { to: '/admin/front', label: phrase('Front'), Icon: LayoutTemplate },
  { to: '/admin/media', label: phrase('Media'), Icon: Images },
  { to: '/admin/calendar', label: phrase('Calendar'), Icon: CalendarDays },
  { to: '/admin/people', label: phrase('People'), Icon: PenLine },
  { to: '/admin/categories', label: phrase('Categories'), Icon: FolderTree },
  { to: '/admin/topics', label: phrase('Topics'), Icon: Tags },
  { to: '/admin/analytics', label: phrase('Analytics'), Icon: ChartLine },
  { to: '/admin/users', label: phrase('Users'), Icon: Users },
  { to: '/admin/newsletter', label: phrase('Newsletter'), Icon: Mail },
  { to: '/admin/settings', label: phrase('Settings'), Icon: Settings },
  { to: '/admin/look', label: phrase('Look'), Icon: Palette },
  { to: '/admin/pages', label: phrase('Pages'), Icon: FileText },
  { to: '/admin/phrases', label: phrase('Phrases'), Icon: Languages },
  { to: '/admin/redirects', label: phrase('Redirects'), Icon: CornerDownRight },
  { to: '/admin/feeds', label: phrase('Feeds'), Icon: Rss },
  { to: '/admin/import', label: phrase('Import'), Icon: PackagePlus },
  { to: '/admin/export', label: phrase('Export'), Icon: PackageOpen },
  { to: '/admin/audit', label: phrase('Audit log'), Icon: ClipboardList },
]

const FOOT_BUTTON =
  'flex min-h-9 w-full cursor-pointer items-center gap-3 px-4 text-14 font-semibold text-muted hover:bg-wash hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:min-h-11'

type Props = {
  account: Account
  siteName: string
  isIconOnly: boolean
  onChoose?: () => void
  onShortcuts: () => void
}

export function SidebarContent({ account, siteName, isIconOnly, onChoose, onShortcuts }: Props) {
  const { signOut, isBusy, confirmation } = useSignOut()
  return (
    <>
      <Link
        to="/"
        className={`flex h-12 shrink-0 items-center bg-brand font-serif text-20 font-bold text-on-brand focus-visible:-outline-offset-4 ${isIconOnly ? 'justify-center' : 'px-4'}`}
      >
        <span aria-hidden className="truncate pt-0.5">
          {isIconOnly ? siteName.slice(0, 1) : siteName}
        </span>
        <span className="sr-only">{phrase('{siteName}: view the site', { siteName })}</span>
      </Link>
      <nav aria-label={phrase('Admin area')} className="min-h-0 flex-1 overflow-y-auto py-3">
        <ul className="flex flex-col">
          {sections()
            .filter(({ to }) => canOpenScreen(account, to))
            .map((section) => (
              <SidebarLink key={section.to} {...section} isIconOnly={isIconOnly} onChoose={onChoose} />
            ))}
        </ul>
      </nav>
      <div className="border-t border-rule py-2">
        {!isIconOnly && (
          <div className="px-4 py-1">
            <p className="truncate text-14 font-semibold">{account.fullName.trim() || phrase('Admin')}</p>
            <p className="text-13 text-muted">{account.role}</p>
          </div>
        )}
        <button
          {...HELD_CLICK}
          type="button"
          aria-haspopup="dialog"
          title={isIconOnly ? phrase('Keyboard Shortcuts') : undefined}
          onClick={onShortcuts}
          className={FOOT_BUTTON}
        >
          <Keyboard aria-hidden size={18} className="shrink-0" />
          <span className={isIconOnly ? 'sr-only' : ''}>{phrase('Keyboard Shortcuts')}</span>
        </button>
        <button
          {...HELD_CLICK}
          type="button"
          aria-disabled={isBusy || undefined}
          title={isIconOnly ? phrase('Sign Out') : undefined}
          onClick={() => isBusy || signOut()}
          className={FOOT_BUTTON}
        >
          <LogOut aria-hidden size={18} className="shrink-0" />
          <span className={isIconOnly ? 'sr-only' : ''}>{phrase('Sign Out')}</span>
        </button>
        <SignOutDialog {...confirmation} />
      </div>
    </>
  )
}

type SidebarLinkProps = {
  to: string
  label: string
  Icon: LucideIcon
  /** Shows the label in a tooltip. */
  isIconOnly: boolean
  onChoose?: () => void
}

function SidebarLink({ to, label, Icon, isIconOnly, onChoose }: SidebarLinkProps) {
  const link = (
    <Link
      to={to}
      activeOptions={{ exact: to === '/admin', includeSearch: false }}
      onClick={onChoose}
      className="flex min-h-9 items-center gap-3 border-s-3 border-transparent px-3 text-14 font-semibold text-muted hover:bg-wash hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:min-h-11 aria-[current=page]:border-s-brand aria-[current=page]:bg-wash aria-[current=page]:text-ink"
    >
      <Icon aria-hidden size={18} className="shrink-0" />
      <span className={isIconOnly ? 'sr-only' : 'truncate'}>{label}</span>
    </Link>
  )
  if (!isIconOnly) return <li>{link}</li>
  return (
    <li>
      <Tooltip.Root>
        <Tooltip.Trigger asChild>{link}</Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            side="right"
            sideOffset={6}
            className="z-50 bg-ink px-2 py-1 text-13 font-semibold text-paper"
          >
            {label}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </li>
  )
}
