import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type Props<Name extends string> = {
  /** What the row of tabs is about, for those who do not see it. */
  label: string
  tabs: readonly { name: Name; label: ReactNode }[]
  current: Name
  onChange: (name: Name) => void
  /** The panel of the current tab. */
  children: ReactNode
}

/** A row of tabs over one panel. Which one is current belongs to the screen, mostly to its address. */
export function Tabs<Name extends string>({ label, tabs, current, onChange, children }: Props<Name>) {
  return (
    <Radix.Root value={current} onValueChange={(name) => onChange(name as Name)} activationMode="manual">
      <Radix.List aria-label={label} className="flex gap-2 sm:gap-5 overflow-x-auto border-b border-rule">
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
