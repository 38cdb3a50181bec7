import { PullToRefresh } from './PullToRefresh.tsx'
import { ScrollToTop } from './ScrollToTop.tsx'

/** @param first the event that caused this to load */
export function PhoneGestures({ first }: { first: Event }) {
  return (
    <>
      <PullToRefresh first={first} />
      <ScrollToTop />
    </>
  )
}
