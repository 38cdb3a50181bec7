import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { phrase } from '#kernel/text/phrase.ts'

export const PANEL_ID = 'article-settings'

const columnProps = () => ({ role: 'complementary', 'aria-label': phrase('Article settings') })
const sheetProps = () => ({ ...columnProps(), role: 'dialog', 'aria-modal': true })

type Props = {
  isSheet: boolean
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** Shows the settings beside the text or in a sheet (newsroom §4). */
export function EditorPanel({ isSheet, isOpen, onClose, children }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const isOpenSheet = isSheet && isOpen
  useSheetFocus(panel, isOpenSheet, onClose)
  return (
    <>
      {isOpenSheet && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard has Escape and the button "Close"
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <div className="admin-overlay" onClick={onClose} />
      )}
      <div
        ref={panel}
        id={PANEL_ID}
        {...(isOpenSheet ? sheetProps() : columnProps())}
        tabIndex={-1}
        data-open={isOpenSheet || undefined}
        className={`min-w-0 flex-col ${isSheet ? 'editor-sheet' : 'editor-column'} ${isOpen ? 'flex' : 'hidden'}`}
      >
        {isSheet && (
          <div className="sticky top-0 z-10 flex items-center justify-between border-b border-rule bg-paper">
            <p className="py-3 text-16 font-semibold">{phrase('Settings')}</p>
            <button
              type="button"
              aria-label={phrase('Close')}
              onClick={onClose}
              className="admin-icon-button"
            >
              <X aria-hidden size={18} />
            </button>
          </div>
        )}
        {children}
      </div>
    </>
  )
}

/** Moves the focus into the open sheet, and back. */
function useSheetFocus(panel: RefObject<HTMLElement | null>, isOpen: boolean, onClose: () => void) {
  const opener = useRef<HTMLElement>(null)
  const last = useRef<HTMLElement>(null)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape' || event.defaultPrevented) return
    // A dialog above the sheet closes first.
    if (event.target instanceof Node && !panel.current?.contains(event.target)) return
    event.preventDefault()
    onClose()
  })
  const onFocusIn = useEffectEvent(({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    if (panel.current?.contains(target)) last.current = target
    else if (!isOpen) opener.current = target
    else if (!target.closest('[role="dialog"], [role="alertdialog"]'))
      (last.current ?? panel.current)?.focus()
  })
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener('keydown', onKeyDown, { signal: listening.signal })
    document.addEventListener('focusin', onFocusIn, { signal: listening.signal })
    return () => listening.abort()
  }, [])
  useEffect(() => {
    if (!isOpen) return
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus()
    return () => {
      last.current = null
      opener.current?.focus({ preventScroll: true })
    }
  }, [isOpen, panel])
}
