import { useEffect } from 'react'
import { failureText } from '#kernel/failure-text.ts'
import { isAborted, logFault } from '../show-failure.ts'

type Props = {
  /** The error of a mutation. */
  error: Error | null
  /** Says what failed (spec §8). */
  text: string
}

/** Shows the error of a change inside a dialog, which would cover a toast. */
export function ChangeError({ error, text }: Props) {
  useEffect(() => logFault(error), [error])
  return (
    <div role="alert" className="text-14 font-semibold text-danger empty:hidden">
      {error && !isAborted(error) && failureText(error, text)}
    </div>
  )
}
