import { type ReactNode, useId } from 'react'

type Props = { title: string; className?: string; children: ReactNode }

export function Section({ title, className = '', children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`border-t border-ink ${className}`}>
      <h2 id={id} className="headline pt-2 pb-5 text-20">
        {title}
      </h2>
      {children}
    </section>
  )
}
