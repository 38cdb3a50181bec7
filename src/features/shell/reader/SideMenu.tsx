import { useLocation } from '@tanstack/react-router'
import { Dialog } from 'radix-ui'
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { categoryPath, GENERAL_CATEGORY, menuCategories } from '#kernel/category.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { useCloseOnBack } from '#ui/useCloseOnBack.ts'

type Props = {
  siteName: string
  /** Receives the focus on close: Radix cannot find it, since some browsers do not focus a tapped button. */
  opener: RefObject<HTMLElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** "Sections" on phones (spec §2). */
export function SideMenu({ siteName, opener, open, onOpenChange }: Props) {
  const isLeaving = useRef(false)
  const close = () => onOpenChange(false)
  const leave = useCloseOnBack(open, close)
  useCloseWhereHidden(close)

  function choose(event: MouseEvent<HTMLAnchorElement>) {
    if (event.currentTarget.ariaCurrent === 'page') {
      event.preventDefault()
      scrollTo({ top: 0, behavior: 'instant' })
    } else {
      // The new page gets the focus.
      isLeaving.current = true
      leave()
    }
    close()
  }

  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="menu-overlay" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            isLeaving.current = false
          }}
          onCloseAutoFocus={() => {
            if (!isLeaving.current) opener.current?.focus({ preventScroll: true })
          }}
          className="side-menu"
        >
          <header className="flex h-14 shrink-0 items-center bg-brand ps-4 pe-1 text-on-brand">
            <p className="min-w-0 flex-1 truncate pt-1 font-serif text-24 font-bold">{siteName}</p>
            <Dialog.Close
              aria-label={phrase('Close')}
              className="grid size-11 cursor-pointer place-items-center"
            >
              <span className="icon icon-close size-6" />
            </Dialog.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-4">
            <Dialog.Title className="headline pt-4 text-20">{phrase('Sections')}</Dialog.Title>
            <nav aria-label={phrase('Sections')}>
              <Group title={phrase('Main', {}, 'menu')}>
                <Entry to="/" onChoose={choose}>
                  {phrase('Home')}
                </Entry>
                <Entry to={categoryPath(GENERAL_CATEGORY)} onChoose={choose}>
                  {phrase('Latest')}
                </Entry>
              </Group>
              <Group title={phrase('Categories')}>
                {menuCategories()
                  .filter(({ key }) => key !== GENERAL_CATEGORY)
                  .map(({ key, name, path }) => (
                    <Entry key={key} to={path} onChoose={choose}>
                      {name}
                    </Entry>
                  ))}
              </Group>
              <Group title={phrase('Tools')}>
                <Entry to="/search" onChoose={choose}>
                  {phrase('Search')}
                </Entry>
                <Entry to="/bookmarks" onChoose={choose}>
                  {phrase('Reading List')}
                </Entry>
              </Group>
            </nav>
          </div>
          <footer className="shrink-0 border-t border-rule px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-13 text-muted">
            {phrase('Latest news at your fingertips')}
          </footer>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="pt-4">
      <h3 id={id} className="label border-b border-rule pb-1 text-muted">
        {title}
      </h3>
      <ul>{children}</ul>
    </section>
  )
}

type EntryProps = {
  to: string
  onChoose: (event: MouseEvent<HTMLAnchorElement>) => void
  children: ReactNode
}

function Entry({ to, onChoose, children }: EntryProps) {
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <li>
      <a
        href={to}
        data-replace=""
        aria-current={pathname === to ? 'page' : undefined}
        onClick={onChoose}
        className="menu-entry"
      >
        {children}
      </a>
    </li>
  )
}

/** Wider windows hide the menu (spec §9), which must not keep the page locked. */
function useCloseWhereHidden(close: () => void) {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    const wide = matchMedia('(width >= 48rem)')
    const closeIfWide = () => wide.matches && latest.current()
    wide.addEventListener('change', closeIfWide)
    return () => wide.removeEventListener('change', closeIfWide)
  }, [])
}
