import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { readFlag, storeFlag } from './device-flag.ts'

type Props = {
  title: string
  /** Opens a section that contains an error. */
  isOpened?: boolean
  children: ReactNode
}

const STORAGE_PREFIX = 'masthead-editor-closed-'

/** The device remembers whether it is open. */
export function SettingsSection({ title, isOpened = false, children }: Props) {
  const heading = useId()
  const key = STORAGE_PREFIX + title.toLowerCase()
  const [isClosed, setIsClosed] = useState(() => readFlag(key))
  return (
    <details
      open={isOpened || !isClosed}
      onToggle={({ currentTarget }) => {
        setIsClosed(!currentTarget.open)
        storeFlag(key, !currentTarget.open)
      }}
      className="group border-b border-rule"
    >
      <summary className="flex cursor-pointer list-none items-center justify-between gap-3 py-3">
        <h2 id={heading} className="text-14 font-semibold">
          {title}
        </h2>
        <ChevronDown aria-hidden size={16} className="transition-transform group-open:rotate-180" />
      </summary>
      <section aria-labelledby={heading} className="flex flex-col gap-4 pb-5">
        {children}
      </section>
    </details>
  )
}
