import { PullToRefresh } from './PullToRefresh.tsx'
import { ScrollToTop } from './ScrollToTop.tsx'

/** The gestures of phones. @param first the event that caused them to load */
export function PhoneGestures({ first }: { first: Event }) {
  return (
    <>
      <PullToRefresh first={first} />
      <ScrollToTop />
    </>
  )
}
