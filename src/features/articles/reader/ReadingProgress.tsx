import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ProgressBar } from './ProgressBar.tsx'
import { withExtras } from './with-extras.ts'

/** Tells how much of the text, its `children`, has been read, from when the reader begins to scroll. */
export function ReadingProgress({ children }: { children: ReactNode }) {
  const text = useRef<HTMLDivElement>(null)
  const [Bar, setBar] = useState<typeof ProgressBar>()
  useEffect(() => {
    const begin = () => withExtras(({ ProgressBar }) => setBar(() => ProgressBar))
    // The browser may have gone back already to where the reader was before.
    if (scrollY) begin()
    addEventListener('scroll', begin, { once: true })
    return () => removeEventListener('scroll', begin)
  }, [])
  return (
    <div ref={text}>
      {Bar && <Bar text={text} />}
      {children}
    </div>
  )
}
