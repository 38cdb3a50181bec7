import { type ReactNode, useId } from 'react'

type Props = { title: string; action?: ReactNode; children: ReactNode }

/** A part of the dashboard under its name. */
export function Panel({ title, action, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="sheet">
      <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 border-b border-rule px-4 py-1">
        <h2 id={id} className="text-16 font-semibold">
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  )
}
