import { trackEngagement } from '#features/analytics/reader/track-page-views.ts'
import { showToast } from '#ui/toast.ts'

const FOCUS_TIMEOUT_MS = 3_000

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
      ? { title: 'Link copied!', text: 'Article link copied to clipboard' }
      : { title: 'Failed to copy', text: 'Please manually copy the URL from your browser', isError: true },
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
      title: 'Email failed',
      text: 'Could not open email client. Try copying the link instead.',
      isError: true,
    })
  }, FOCUS_TIMEOUT_MS)
  addEventListener('blur', () => clearTimeout(timer), { once: true })
}
