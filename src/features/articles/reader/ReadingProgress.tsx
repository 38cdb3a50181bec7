import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ReadingProgressBar } from './ReadingProgressBar.tsx'
import { withLazyFeatures } from './with-lazy-features.ts'

export function ReadingProgress({ children }: { children: ReactNode }) {
  const text = useRef<HTMLDivElement>(null)
  const [Bar, setBar] = useState<typeof ReadingProgressBar>()
  useEffect(() => {
    const show = () => withLazyFeatures(({ ReadingProgressBar }) => setBar(() => ReadingProgressBar))
    // The browser may have restored the scroll position already.
    if (scrollY) show()
    addEventListener('scroll', show, { once: true })
    return () => removeEventListener('scroll', show)
  }, [])
  return (
    <div ref={text}>
      {Bar && <Bar text={text} />}
      {children}
    </div>
  )
}
