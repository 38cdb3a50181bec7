import { PullToRefresh } from './PullToRefresh.tsx'
import { ScrollToTop } from './ScrollToTop.tsx'

/** What only a reader who touches or scrolls needs. `first` is the event that said so. */
export function PhoneGestures({ first }: { first: Event }) {
  return (
    <>
      <PullToRefresh first={first} />
      <ScrollToTop />
    </>
  )
}
