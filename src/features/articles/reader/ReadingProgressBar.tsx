import { type RefObject, useEffect, useState } from 'react'
import { shareSeen } from './share-seen.ts'

/**
 * A bar under the header that tells how much of `text` has been read, with its percent. It lies below the header, and so
 * is not seen while that stands at its full height.
 */
export function ProgressBar({ text }: { text: RefObject<HTMLElement | null> }) {
  const share = useShareSeen(text)
  if (share === undefined) return null
  const percent = Math.round(share * 100)
  return (
    <div
      role="progressbar"
      aria-label="Reading progress"
      aria-valuenow={percent}
      className="pointer-events-none fixed inset-x-0 top-12 z-5 print:hidden"
    >
      <div className="border-paper border-t bg-paper">
        <div
          className="h-[3px] origin-left bg-accent forced-colors:bg-[CanvasText]"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
      {percent > 0 && (
        <p className="measure flex justify-end text-13/4 text-muted tabular-nums max-md:px-0">
          {/* One text: a sign of its own would move with the number of digits. */}
          <span className="min-w-11 bg-paper px-1 pb-0.5 whitespace-nowrap md:-mr-1">{`${percent}%`}</span>
        </p>
      )}
    </div>
  )
}

function useShareSeen(text: RefObject<HTMLElement | null>): number | undefined {
  const [share, setShare] = useState<number>()
  useEffect(() => {
    function measure() {
      if (!text.current) return
      const { top, bottom } = text.current.getBoundingClientRect()
      setShare(shareSeen({ top, bottom, scrolled: scrollY, windowHeight: innerHeight }))
    }
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    // What comes late above the text moves it. The observer also tells of the height that the page begins with.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => {
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
      observer.disconnect()
    }
  }, [text])
  return share
}
