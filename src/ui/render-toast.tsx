import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Toaster, toast } from 'sonner'
import { phrase } from '#kernel/text/phrase.ts'
import { pause } from './pause.ts'

/** `isError` is the destructive style of spec §8. */
export type ToastMessage = {
  title: string
  text?: string
  isError?: boolean
  durationMs?: number
  /** A button, which also closes the toast. */
  action?: { label: string; run: () => void }
  /** A link in place of the button. */
  link?: { label: string; href: string }
  /** Closes the toast when it aborts. */
  closeSignal?: AbortSignal
}

const DURATION_MS = 4_000
/** Errors take longer to read. */
const ERROR_DURATION_MS = 8_000
/** Leaves time to decide on the action. */
const ACTION_DURATION_MS = 10_000
/** Screen readers announce changes only in a region that has existed for a while. */
const REGION_READY_DELAY_MS = 150

/** Above the tabs on phones. */
const BOTTOM = { bottom: 'calc(var(--tabs-height, 0px) + 16px)' }
const BELOW_DIALOGS = { zIndex: 15 }

// Sonner's styles are outside of our layers, so overriding them needs `!`.
const TOAST_CLASSES = {
  toast:
    'flex w-full items-start gap-3 border border-rule border-s-3 border-s-ink bg-paper py-2 ps-4 pe-2 font-sans text-14 text-ink shadow-[0_4px_16px_rgb(0_0_0/0.16)] duration-150! focus-visible:outline-2! focus-visible:outline-offset-2!',
  error: 'border-s-accent! [&_[data-title]]:text-accent',
  content: 'min-w-0 flex-1 py-1 [&>*]:[unicode-bidi:plaintext]',
  title: 'line-clamp-3 font-semibold',
  description: 'line-clamp-8 text-muted',
  actionButton: 'quiet-button shrink-0 min-h-8 px-2 underline underline-offset-2 pointer-coarse:min-h-11',
  closeButton: 'quiet-button order-last size-8 min-h-0 shrink-0 pointer-coarse:size-11',
}

let region: Promise<void> | undefined

/** The first call also renders the region. */
export async function renderToast(message: ToastMessage): Promise<void> {
  const { title, text, isError = false, durationMs, action, link, closeSignal } = message
  region ??= renderRegion()
  await region
  if (closeSignal?.aborted) return
  const show = isError ? toast.error : toast
  const id = show(title, {
    description: text,
    duration: durationMs ?? defaultDuration(message),
    action: link ? <ToastLink {...link} /> : action && { label: action.label, onClick: action.run },
  })
  closeSignal?.addEventListener('abort', () => toast.dismiss(id))
}

function defaultDuration({ action, isError }: ToastMessage): number {
  if (action) return ACTION_DURATION_MS
  return isError ? ERROR_DURATION_MS : DURATION_MS
}

function renderRegion(): Promise<void> {
  const place = document.body.appendChild(document.createElement('div'))
  flushSync(() => createRoot(place).render(<Toasts />))
  // Sonner returns the focus then; otherwise it would take it from a later place when the last toast has gone.
  place.addEventListener('click', ({ target }) => {
    if (target instanceof Element) target.closest<HTMLElement>('button')?.blur()
  })
  return pause(REGION_READY_DELAY_MS)
}

function Toasts() {
  return (
    <Toaster
      position="bottom-center"
      offset={BOTTOM}
      mobileOffset={BOTTOM}
      style={BELOW_DIALOGS}
      expand
      closeButton
      icons={{ error: null, close: <CloseIcon /> }}
      toastOptions={{ unstyled: true, classNames: TOAST_CLASSES, closeButtonAriaLabel: phrase('Close') }}
    />
  )
}

function ToastLink({ label, href }: NonNullable<ToastMessage['link']>) {
  return (
    <a href={href} className={TOAST_CLASSES.actionButton}>
      {label}
    </a>
  )
}

function CloseIcon() {
  return <span className="icon icon-close size-4" />
}
