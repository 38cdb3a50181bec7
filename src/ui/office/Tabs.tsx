import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'

type Props<Name extends string> = {
  label: string
  tabs: readonly { name: Name; label: ReactNode }[]
  current: Name
  onChange: (name: Name) => void
  children: ReactNode
}

export function Tabs<Name extends string>({ label, tabs, current, onChange, children }: Props<Name>) {
  const list = useRef<HTMLDivElement>(null)
  const shown = useRef<Name>(undefined)
  const [hidden, setHidden] = useState({ start: false, end: false })
  useLayoutEffect(() => {
    const tab = list.current?.querySelector('[aria-selected="true"]')
    const isFirst = shown.current === undefined
    if (list.current && tab && shown.current !== current) bringIntoView(list.current, tab, isFirst)
    shown.current = current
  }, [current])
  useEffect(() => {
    const row = list.current
    if (!row) return
    const measure = () => setHidden(hiddenSides(row))
    function onScroll(event: Event) {
      if (event.target !== row) return
      measure()
      // The router would restore the row's scroll position, and hide the current tab.
      event.stopPropagation()
    }
    addEventListener('scroll', onScroll, { capture: true, passive: true })
    const resizes = new ResizeObserver(measure)
    for (const box of [row, ...row.children]) resizes.observe(box)
    return () => {
      removeEventListener('scroll', onScroll, { capture: true })
      resizes.disconnect()
    }
  }, [])
  return (
    <Radix.Root value={current} onValueChange={(name) => onChange(name as Name)} activationMode="manual">
      <Radix.List
        ref={list}
        aria-label={label}
        data-hidden-start={hidden.start || undefined}
        data-hidden-end={hidden.end || undefined}
        className="office-tabs flex gap-2 sm:gap-5 overflow-x-auto border-b border-rule"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.name}
            value={tab.name}
            className="-mb-px min-h-11 shrink-0 cursor-pointer border-b-2 border-transparent px-1 text-14 font-semibold text-muted hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-ink data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content value={current} className="pt-5 focus-visible:outline-none" tabIndex={-1}>
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}

/** A part of the next tab shows that the row scrolls. */
const PEEK_PX = 32

/** Scrolls only the row. */
function bringIntoView(row: Element, tab: Element, atOnce: boolean) {
  const [seen, wanted] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
  const left = Math.min(0, wanted.left - PEEK_PX - seen.left)
  const right = Math.max(0, wanted.right + PEEK_PX - seen.right)
  const prefersReducedMotion = atOnce || matchMedia('(prefers-reduced-motion: reduce)').matches
  row.scrollBy({ left: left || right, behavior: prefersReducedMotion ? 'instant' : 'smooth' })
}

/** The sides on which tabs are out of view. Layouts have fractions of pixels. */
function hiddenSides({ scrollLeft, scrollWidth, clientWidth }: Element) {
  const before = Math.abs(scrollLeft)
  return { start: before > 1, end: scrollWidth - clientWidth - before > 1 }
}
