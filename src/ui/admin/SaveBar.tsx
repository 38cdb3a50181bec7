import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

type Props = {
  /** The bar sticks to the bottom once something changed. */
  isChanged: boolean
  isBusy: boolean
  label: string
  busyText?: string
  /** What stands besides, such as Cancel. */
  children?: ReactNode
}

/** The end of a form: its button, in sight as long as something is not saved. */
export function SaveBar({ isChanged, isBusy, label, busyText = 'Saving...', children }: Props) {
  return (
    <div
      className={`flex flex-wrap items-center gap-2 ${isChanged ? 'sticky bottom-0 z-10 -mx-4 border-t border-rule bg-paper px-4 py-3 md:-mx-5 md:px-5' : 'py-3'}`}
    >
      <Button type="submit" variant="primary" isBusy={isBusy} busyText={busyText}>
        {label}
      </Button>
      {children}
      {isChanged && !isBusy && <p className="text-13 text-muted">Unsaved changes</p>}
    </div>
  )
}
