import { useLocation, useRouter } from '@tanstack/react-router'
import { type CSSProperties, type FormEvent, useEffect, useRef, useState } from 'react'
import { SearchLink } from '#features/search/reader/SearchLink.tsx'
import type { PublicSettings } from '#features/site/rules/public-settings.ts'
import { menuCategories } from '#kernel/category.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { repeatHeldClick } from '#platform/render/held-click.ts'
import { SocialLinks } from './SocialLinks.tsx'

type Props = { settings: PublicSettings; today: string }

export function SiteHeader({ settings, today }: Props) {
  return (
    <header className="header-bar">
      <div className="header-row measure flex items-center justify-between gap-6">
        <MenuButton siteName={settings.siteName} />
        <a
          href="/"
          className="wordmark me-auto min-w-0 overflow-hidden text-ellipsis"
          style={{ '--letters': settings.siteName.length } as CSSProperties}
        >
          {settings.siteName}
        </a>
        <div className="flex shrink-0 items-center gap-4">
          <p className="text-13 max-md:hidden">{today}</p>
          <SocialLinks settings={settings} className="max-md:hidden" />
          <div className="-me-2.5 flex">
            <a
              href="/bookmarks"
              aria-label={phrase('Reading List')}
              className="grid size-11 place-items-center max-md:hidden"
            >
              <span className="icon icon-bookmark" />
            </a>
            <SearchLink className="grid size-11 place-items-center" />
          </div>
        </div>
      </div>
    </header>
  )
}

export function CategoryNav() {
  const line = useRef<HTMLUListElement>(null)
  const router = useRouter()
  const pathname = useLocation({ select: (location) => location.pathname })

  // Must not scroll the page. Runs again after rendering, when the router restores scroll positions.
  useEffect(() => {
    function bringIntoView() {
      const list = line.current
      const link = list?.querySelector<HTMLElement>('[aria-current=page]')
      if (list) list.scrollLeft = link ? link.offsetLeft - (list.clientWidth - link.clientWidth) / 2 : 0
    }
    bringIntoView()
    return router.subscribe('onRendered', ({ pathChanged }) => pathChanged && bringIntoView())
  }, [router])

  return (
    <nav aria-label={phrase('Categories')} className="border-b border-rule">
      <ul ref={line} className="category-line">
        {menuCategories().map(({ key, name, path }) => (
          <li key={key}>
            <a href={path} aria-current={pathname === path ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type Menu = typeof import('./SideMenu.tsx').SideMenu

const load = () => import('./SideMenu.tsx')

/** Links to the footer's sections if the menu cannot load. */
function MenuButton({ siteName }: { siteName: string }) {
  const button = useRef<HTMLButtonElement>(null)
  const [Menu, setMenu] = useState<Menu>()
  const [isOpen, setOpen] = useState(false)

  async function open(event?: FormEvent) {
    event?.preventDefault()
    try {
      const { SideMenu } = await load()
      setMenu(() => SideMenu)
      setOpen(true)
    } catch {
      location.hash = 'sections'
    }
  }

  useEffect(() => repeatHeldClick(button.current), [])

  return (
    <>
      <form action="#sections" onSubmit={open} className="-mx-3 md:hidden">
        <button
          ref={button}
          type="submit"
          data-held=""
          aria-label={phrase('Sections')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onPointerDown={() => load().catch(() => {})}
          className="grid size-11 cursor-pointer place-items-center"
        >
          <span className="icon icon-menu size-6" />
        </button>
      </form>
      {Menu && <Menu siteName={siteName} opener={button} open={isOpen} onOpenChange={setOpen} />}
    </>
  )
}
