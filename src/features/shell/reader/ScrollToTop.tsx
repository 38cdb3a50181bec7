import { useScrolledPast } from './useScrolledPast.ts'

/** Spec §9. */
const APPEARS_AFTER_PX = 300

/** A button back to the top of a page that is scrolled. */
export function ScrollToTop() {
  if (!useScrolledPast(APPEARS_AFTER_PX)) return null
  return (
    <button type="button" aria-label="Scroll to top" onClick={goToTop} className="floating-button is-second">
      <span className="icon icon-up" />
    </button>
  )
}

/** The button is gone at the top, so the focus goes to where reading starts. */
function goToTop() {
  document.getElementById('content')?.focus({ preventScroll: true })
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' })
}
