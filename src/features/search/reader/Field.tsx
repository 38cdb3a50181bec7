import { type ReactNode, useId } from 'react'

type Props = { label: string; children: (id: string) => ReactNode }

/** A field of the filter panel under its label. */
export function Field({ label, children }: Props) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="label block pb-1">
        {label}
      </label>
      {children(id)}
    </div>
  )
}
