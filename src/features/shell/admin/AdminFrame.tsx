import { useLocation } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import { Menu, PanelLeft, X } from 'lucide-react'
import { Dialog, Tooltip } from 'radix-ui'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { type Account, canOpenScreen } from '#features/access/rules/access.ts'
import { InboxBell } from '#features/inbox/admin/InboxBell.tsx'
import { phrase } from '#kernel/text/phrase.ts'
import { HELD_CLICK } from '#platform/render/held-click.ts'
import { hasSingleKeys, isShortcutEvent } from '#ui/admin/single-key-shortcuts.ts'
import { useMediaQuery } from '#ui/admin/useMediaQuery.ts'
import { SkipLink } from '#ui/SkipLink.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { SidebarContent } from './SidebarContent.tsx'
import { useReloadAfterDeployment } from './useReloadAfterDeployment.ts'

/** Spec §9, tooltips. */
const TOOLTIPS = { delayDuration: 700, skipDelayDuration: 300, disableHoverableContent: true }

type Props = { account: Account; siteName: string; children: ReactNode }

/** Rendered by the server too, to appear before the scripts have loaded. */
export function AdminFrame({ account, siteName, children }: Props) {
  const sidebar = useSidebar()
  const [isSlideOpen, setIsSlideOpen] = useState(false)
  // The article editor is a page of its own.
  const isWriting = useLocation({
    select: ({ pathname, search }) => pathname === '/admin/articles' && search.article !== undefined,
  })
  const [hasShortcuts, setHasShortcuts] = useState(false)
  const openShortcuts = () => setHasShortcuts(true)
  useShortcutsKey(openShortcuts)
  useReloadAfterDeployment()
  useEffect(() => {
    if (sidebar.isPhone) return () => setIsSlideOpen(false)
  }, [sidebar.isPhone])

  return (
    <Tooltip.Provider {...TOOLTIPS}>
      <SkipLink to="#content" />
      <div className="flex min-h-dvh bg-wash font-sans text-14 text-ink">
        {!sidebar.isPhone && !isWriting && (
          <aside
            aria-label={phrase('Sidebar')}
            data-state={sidebar.isOpen ? 'expanded' : 'collapsed'}
            className={`sticky top-0 flex h-dvh shrink-0 flex-col max-md:hidden border-e border-rule bg-paper transition-[width] motion-reduce:transition-none ${sidebar.isOpen ? 'w-64' : 'w-12'}`}
          >
            <SidebarContent
              account={account}
              siteName={siteName}
              isIconOnly={!sidebar.isOpen}
              onShortcuts={openShortcuts}
            />
          </aside>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          {!isWriting && (
            <header className="flex h-12 shrink-0 items-center gap-2 border-b border-rule bg-paper px-2">
              <SlideOver
                isOpen={sidebar.isPhone && isSlideOpen}
                onOpenChange={setIsSlideOpen}
                account={account}
                siteName={siteName}
                onShortcuts={openShortcuts}
              />
              <button
                {...HELD_CLICK}
                type="button"
                aria-label={phrase('Toggle Sidebar')}
                aria-expanded={sidebar.isOpen}
                title={phrase('Toggle Sidebar (Ctrl+B)')}
                onClick={sidebar.toggle}
                className="admin-icon-button max-md:hidden"
              >
                <PanelLeft aria-hidden size={18} />
              </button>
              <p className="truncate font-serif text-18 font-bold md:hidden">{siteName}</p>
              {canOpenScreen(account, '/admin/inbox') && <InboxBell />}
            </header>
          )}
          <main id="content" className="min-w-0 flex-1">
            {children}
          </main>
        </div>
      </div>
      <ShortcutsDialog isOpen={hasShortcuts} onClose={() => setHasShortcuts(false)} />
    </Tooltip.Provider>
  )
}

type SlideProps = {
  account: Account
  siteName: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onShortcuts: () => void
}

function SlideOver({ account, siteName, isOpen, onOpenChange, onShortcuts }: SlideProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Trigger
        {...HELD_CLICK}
        aria-label={phrase('Open Sidebar')}
        className="admin-icon-button md:hidden"
      >
        <Menu aria-hidden size={20} />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="admin-overlay" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 start-0 z-40 flex w-72 max-w-[calc(100vw-3rem)] flex-col bg-paper font-sans text-ink"
        >
          <Dialog.Title className="sr-only">{phrase('Sidebar')}</Dialog.Title>
          <SidebarContent
            account={account}
            siteName={siteName}
            isIconOnly={false}
            onChoose={() => onOpenChange(false)}
            onShortcuts={() => {
              onOpenChange(false)
              onShortcuts()
            }}
          />
          <Dialog.Close
            aria-label={phrase('Close')}
            className="absolute end-1 top-1 grid size-10 cursor-pointer place-items-center text-on-brand"
          >
            <X aria-hidden size={20} />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Calls `onPress` for `?`, unless single-key shortcuts are off, and for Ctrl+/ even while typing. */
function useShortcutsKey(onPress: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    const isCombined = key === '/' && (ctrlKey || metaKey) && !altKey
    const isSingle = key === '?' && isShortcutEvent(event) && hasSingleKeys()
    if (!isCombined && !isSingle) return
    event.preventDefault()
    onPress()
  })
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener('keydown', onKeyDown, { signal: listening.signal })
    return () => listening.abort()
  }, [])
}

/** Spec §2 and §9. */
const COOKIE = 'sidebar:state'
const LIFETIME_SECONDS = 7 * 24 * 60 * 60

/** Spec §9. */
const PHONE = '(width < 768px)'

/** The server assumes a wide window. */
function useSidebar() {
  const [isOpen, setIsOpen] = useState(() => readSidebarState(readCookies()))
  const isPhone = useMediaQuery(PHONE)

  const toggle = useCallback(() => setIsOpen((before) => !before), [])
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = sidebarCookie(isOpen)
  }, [isOpen])
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return
      // The rich text editor uses Ctrl+B for bold.
      if (event.defaultPrevented || event.altKey || event.shiftKey) return
      event.preventDefault()
      toggle()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [toggle])

  return { isOpen, isPhone, toggle }
}

const readCookies = createIsomorphicFn()
  .server(() => getRequest().headers.get('cookie') ?? '')
  .client(() => document.cookie)

/**
 * Open by default.
 *
 * @param cookies `document.cookie`
 */
export function readSidebarState(cookies: string): boolean {
  return !cookies.split('; ').includes(`${COOKIE}=false`)
}

/** @returns a value for `document.cookie` */
export function sidebarCookie(isOpen: boolean): string {
  return `${COOKIE}=${isOpen}; path=/; max-age=${LIFETIME_SECONDS}; samesite=lax`
}
