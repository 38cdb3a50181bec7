import { trackEngagement } from '#features/analytics/reader/track-page-views.ts'
import { showToast } from '#ui/toast.ts'

/** An email client that opens takes the focus within this time. */
const FOCUS_TIMEOUT_MS = 3_000

/**
 * Shows an error when a `mailto:` link that was just followed opened no email client (spec §8, Share by email). Browsers do not
 * report that; a client that opens takes the focus from the window.
 */
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
