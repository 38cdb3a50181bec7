import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useHiddenSides } from './useHiddenSides.ts'

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
  const hiddenSides = useHiddenSides(list)
  useLayoutEffect(() => {
    const tab = list.current?.querySelector('[aria-selected="true"]')
    const isFirst = shown.current === undefined
    if (list.current && tab && shown.current !== current) bringIntoView(list.current, tab, isFirst)
    shown.current = current
  }, [current])
  return (
    <Radix.Root value={current} onValueChange={(name) => onChange(name as Name)} activationMode="manual">
      <Radix.List
        ref={list}
        aria-label={label}
        {...hiddenSides}
        // The rule is a shadow, which the current tab covers: a tab that overlaps a border would make the row scroll down.
        className="scroll-row flex gap-2 shadow-[inset_0_-1px_0_var(--color-rule)] sm:gap-5"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.name}
            value={tab.name}
            className="min-h-11 shrink-0 cursor-pointer border-b-2 border-transparent px-1 text-14 font-semibold text-muted hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-ink data-[state=active]:text-ink"
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
