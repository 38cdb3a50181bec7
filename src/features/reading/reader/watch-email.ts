import { trackEngagement } from '#features/analytics/reader/track-page-views.ts'
import { showToast } from '#ui/toast.ts'

/** A mail program that opens takes the window's focus within this time. */
const PATIENCE_MS = 3_000

/**
 * Says so where a `mailto:` link that was just followed opens nothing (spec §8, Share by email). No browser tells; but
 * whatever opens takes the focus from this window.
 */
export function watchEmail(): void {
  trackEngagement('share')
  if (!document.hasFocus()) return
  const timer = setTimeout(() => {
    void showToast({
      title: 'Email failed',
      text: 'Could not open email client. Try copying the link instead.',
      isError: true,
    })
  }, PATIENCE_MS)
  addEventListener('blur', () => clearTimeout(timer), { once: true })
}
