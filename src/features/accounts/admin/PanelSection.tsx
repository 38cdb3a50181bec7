import { type ReactNode, useId } from 'react'

export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="sheet flex flex-col gap-4 p-4 text-14 md:p-5">
      <h2 id={id} className="text-16 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
