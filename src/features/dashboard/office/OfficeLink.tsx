import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = { to: string; isQuiet?: boolean; isPrimary?: boolean; children: ReactNode }

/** A way to another screen of the back office: a button (the one of its screen where it is `isPrimary`), or a plain link where it is `isQuiet`. */
export function OfficeLink({ to, isQuiet = false, isPrimary = false, children }: Props) {
  return (
    <Link
      to={to}
      className={
        isQuiet
          ? 'text-13 font-semibold underline underline-offset-2 hover:decoration-2'
          : `office-button ${isPrimary ? 'office-button-primary' : ''}`
      }
    >
      {children}
    </Link>
  )
}
