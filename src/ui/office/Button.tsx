import type { ButtonHTMLAttributes } from 'react'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: 'plain' | 'primary' | 'danger'
  /** While what it started goes on; it cannot be pressed meanwhile, and keeps the focus. */
  isBusy?: boolean
  /** What it reads meanwhile. */
  busyText?: string
}

const VARIANTS = { plain: '', primary: 'office-button-primary', danger: 'office-button-danger' }

/** A button of the back office; of type "button" where nothing else is said. */
export function Button({ variant = 'plain', isBusy = false, busyText, onClick, ...rest }: Props) {
  const { className = '', children, type = 'button', ...attributes } = rest
  return (
    <button
      {...attributes}
      type={type}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={`office-button ${VARIANTS[variant]} ${className}`}
    >
      {isBusy ? (busyText ?? children) : children}
    </button>
  )
}
