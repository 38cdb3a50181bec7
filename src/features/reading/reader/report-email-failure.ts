import { trackEngagement } from '#features/analytics/reader/track-page-views.ts'
import { showToast } from '#ui/toast.ts'

const FOCUS_TIMEOUT_MS = 3_000

/** Shows an error if a `mailto:` link did not move the focus to an email client (spec §8, Share by email). */
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
