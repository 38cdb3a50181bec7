import type { ComponentProps } from 'react'

type Props = ComponentProps<'button'> & {
  variant?: 'plain' | 'primary' | 'danger'
  /** Keeps the focus. */
  isBusy?: boolean
  busyText?: string
}

const VARIANTS = { plain: '', primary: 'admin-button-primary', danger: 'admin-button-danger' }

export function Button({ variant = 'plain', isBusy = false, busyText, onClick, ...rest }: Props) {
  const { className = '', children, type = 'button', ...attributes } = rest
  return (
    <button
      {...attributes}
      type={type}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={`admin-button ${VARIANTS[variant]} ${className}`}
    >
      {isBusy ? (busyText ?? children) : children}
    </button>
  )
}
