/** Loaded at the first touch or scroll. */
export { PullToRefresh } from './PullToRefresh.tsx'

import { phrase } from '#kernel/text/phrase.ts'
import { useScrolledPast } from './useScrolledPast.ts'

/** Spec §9. */
const APPEARS_AFTER_PX = 300

export function ScrollToTop() {
  if (!useScrolledPast(APPEARS_AFTER_PX)) return null
  return (
    <button type="button" aria-label={phrase('Scroll to top')} onClick={goToTop} className="floating-button">
      <span className="icon icon-up" />
    </button>
  )
}

/** The button disappears at the top, so the focus moves to the content. */
function goToTop() {
  document.getElementById('content')?.focus({ preventScroll: true })
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollTo({ top: 0, behavior: prefersReducedMotion ? 'instant' : 'smooth' })
}
