import { type ReactNode, useRef } from 'react'
import { useHiddenSides } from './useHiddenSides.ts'

/** Buttons in one row, which scrolls in narrow windows. */
export function ScrollRow({ children }: { children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null)
  return (
    // The padding shows the outline of the focused button.
    <div ref={row} {...useHiddenSides(row)} className="scroll-row flex min-w-0 grow gap-2 p-1 *:shrink-0">
      {children}
    </div>
  )
}
