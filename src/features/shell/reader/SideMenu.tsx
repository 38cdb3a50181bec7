import { Link } from '@tanstack/react-router'
import { Dialog } from 'radix-ui'
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { CATEGORIES, categoryPath } from '#kernel/category.ts'
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
            <Dialog.Close aria-label="Close" className="grid size-11 cursor-pointer place-items-center">
              <span className="icon icon-close size-6" />
            </Dialog.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-4">
            <Dialog.Title className="headline pt-4 text-20">Sections</Dialog.Title>
            <nav aria-label="Sections">
              <Group title="Main">
                <Entry to="/" onChoose={choose}>
                  Home
                </Entry>
                <Entry to="/news" onChoose={choose}>
                  Latest
                </Entry>
              </Group>
              <Group title="Categories">
                {CATEGORIES.filter((category) => category !== 'News').map((category) => (
                  <Entry key={category} to={categoryPath(category)} onChoose={choose}>
                    {category}
                  </Entry>
                ))}
              </Group>
              <Group title="Tools">
                <Entry to="/search" onChoose={choose}>
                  Search
                </Entry>
                <Entry to="/bookmarks" onChoose={choose}>
                  Reading List
                </Entry>
              </Group>
            </nav>
          </div>
          <footer className="shrink-0 border-t border-rule px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-13 text-muted">
            Latest news at your fingertips
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
  return (
    <li>
      <Link
        to={to}
        activeOptions={{ exact: true, includeSearch: false }}
        replace
        onClick={onChoose}
        className="menu-entry"
      >
        {children}
      </Link>
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
