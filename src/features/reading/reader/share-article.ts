import { trackEngagement } from '#features/analytics/reader/track-page-views.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { showToast } from '#ui/toast.ts'

const FOCUS_TIMEOUT_MS = 3_000

/** Opens the system's share sheet for links with `data-share`, or copies the address: its value or that of the link. */
export function followShareLinks(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-share]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void share(link.dataset.share || link.href)
  })
}

async function share(url: string): Promise<void> {
  if (!navigator.share) {
    const written = navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    )
    return copyLink(url, written)
  }
  try {
    await navigator.share({ title: document.title, url })
    trackEngagement('share')
  } catch {
    // The reader has closed the sheet.
  }
}

/**
 * Falls back to a hidden text area, and reports the outcome (spec §8, Copy link).
 *
 * @param written the outcome of `navigator.clipboard.writeText`; undefined without https
 */
export async function copyLink(url: string, written: Promise<boolean> | undefined): Promise<void> {
  const isCopied = (await written) || copyFromArea(url)
  if (isCopied) trackEngagement('share')
  await showToast(
    isCopied
      ? { title: phrase('Link copied!'), text: phrase('Article link copied to clipboard') }
      : {
          title: phrase('Failed to copy'),
          text: phrase('Please manually copy the URL from your browser'),
          isError: true,
        },
  )
}

function copyFromArea(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'sr-only'
  document.body.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    focused?.focus({ preventScroll: true })
  }
}

/** Shows an error unless an email client took the focus (spec §8, Share by email). */
export function reportEmailFailure(): void {
  trackEngagement('share')
  if (!document.hasFocus()) return
  const timer = setTimeout(() => {
    void showToast({
      title: phrase('Email failed'),
      text: phrase('Could not open email client. Try copying the link instead.'),
      isError: true,
    })
  }, FOCUS_TIMEOUT_MS)
  addEventListener('blur', () => clearTimeout(timer), { once: true })
}
