import type { ReactNode } from 'react'

/** What is to be known of something; its children are `Fact`s. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col px-4 py-2 text-14">{children}</dl>
}

/** A name and what it stands at. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-1">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 text-end wrap-anywhere">{children}</dd>
    </div>
  )
}
