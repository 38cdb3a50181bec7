import type { ReactNode } from 'react'

type Props = {
  label: string
  value: string | undefined
  /** Classes for its width. */
  className: string
  /** An empty string removes the filter. */
  onChange: (value: string) => void
  children: ReactNode
}

export function FilterSelect({ label, value = '', className, onChange, children }: Props) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className={`admin-input select-face w-auto! pe-8 ${className}`}
    >
      {children}
    </select>
  )
}
