import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '../session.functions.ts'

/** Who is signed in, and where the privileges come from (spec §2, Settings: Security). */
export function SignedInAs() {
  const { data } = useQuery(accountQuery)
  return (
    <section aria-label="Security" className="sheet flex max-w-2xl flex-col gap-3 p-4 md:p-5">
      <p className="text-14">
        Signed in as <strong className="wrap-anywhere">{data?.email}</strong>
      </p>
      <p className="text-14 text-muted">Admin privileges are managed through user profiles.</p>
    </section>
  )
}
