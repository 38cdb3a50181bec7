import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Spec §2. `children` are further links. */
export function NotFoundScreen({ children }: { children?: ReactNode }) {
  return (
    <div className="measure py-12 md:py-20">
      <h1 className="headline">
        <span className="block pb-3 text-48 text-muted">404</span>
        <span className="text-30 md:text-38">Oops! Page not found</span>
      </h1>
      <Link to="/" className="button mt-8">
        Return to Home
      </Link>
      {children}
    </div>
  )
}
