import { Link } from '@tanstack/react-router'

/** The way back to the login page. */
export function LoginLink() {
  return (
    <p className="border-t border-rule pt-4">
      <Link to="/admin/login" className="underline underline-offset-4">
        Go to the login page
      </Link>
    </p>
  )
}
