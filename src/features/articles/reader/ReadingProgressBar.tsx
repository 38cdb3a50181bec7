import { type RefObject, useEffect, useState } from 'react'
import { followReading } from '#features/reading/reader/reading-position.ts'
import { phrase } from '#kernel/text/phrase.ts'

type Props = {
  text: RefObject<HTMLElement | null>
  articleId: string
}

export function ReadingProgressBar({ text, articleId }: Props) {
  const progress = useReadingProgress(text)
  useEffect(() => {
    if (text.current) return followReading(text.current, articleId)
  }, [text, articleId])
  if (progress === undefined) return null
  const percent = Math.round(progress * 100)
  return (
    <div
      dir="ltr"
      role="progressbar"
      aria-label={phrase('Reading progress')}
      aria-valuenow={percent}
      className="pointer-events-none fixed inset-x-0 top-12 z-5 print:hidden"
    >
      <div className="border-paper border-t bg-paper">
        <div
          className="h-[3px] origin-left bg-accent forced-colors:bg-[CanvasText]"
          style={{ transform: `scaleX(${progress})` }}
        />
      </div>
      {percent > 0 && (
        <p className="measure flex justify-end text-13/4 text-muted tabular-nums max-md:border-b max-md:border-rule max-md:bg-paper">
          {/* One text node: a separate sign would shift with the number of digits. */}
          <span className="min-w-11 text-end bg-paper px-1 pb-0.5 whitespace-nowrap md:-me-1">{`${percent}%`}</span>
        </p>
      )}
    </div>
  )
}

function useReadingProgress(text: RefObject<HTMLElement | null>): number | undefined {
  const [progress, setProgress] = useState<number>()
  useEffect(() => {
    function measure() {
      if (!text.current) return
      const { top, bottom } = text.current.getBoundingClientRect()
      setProgress(readingProgress({ top, bottom, scrollY, windowHeight: innerHeight }))
    }
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    // Late content above the text moves it. The observer also reports the initial size.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => {
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
      observer.disconnect()
    }
  }, [text])
  return progress
}

type View = {
  top: number
  bottom: number
  scrollY: number
  windowHeight: number
}

/** 0 to 1; undefined without scrolling. Measures are in pixels. */
export function readingProgress({ top, bottom, scrollY, windowHeight }: View): number | undefined {
  const remaining = bottom - windowHeight
  const total = Math.min(bottom - top, remaining + scrollY)
  return total > 0 ? Math.min(1, Math.max(0, 1 - remaining / total)) : undefined
}
