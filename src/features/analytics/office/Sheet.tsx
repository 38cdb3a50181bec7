import type { ReactNode } from 'react'

type Props = { title: string; isEmpty?: boolean; nothing?: string; children: ReactNode }

/** A part of a tab under its name; `nothing` stands where there is nothing to show yet. */
export function Sheet({ title, isEmpty, nothing, children }: Props) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h2 className="text-16 font-semibold">{title}</h2>
      {isEmpty ? <p className="sheet p-4 text-muted">{nothing}</p> : children}
    </section>
  )
}
