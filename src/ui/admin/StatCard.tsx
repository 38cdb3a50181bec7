import type { ReactNode } from 'react'
import { phrase } from '#kernel/text/phrase.ts'

/** `value` and `note` are null while loading. */
type Props = { label: string; value: ReactNode; note?: ReactNode }

/** A metric, inside a `<dl>`. */
export function StatCard({ label, value, note }: Props) {
  return (
    <div className="sheet flex flex-col gap-1 p-4">
      <dt className="text-13 font-semibold text-muted">{label}</dt>
      <dd className="text-24 font-semibold tabular-nums">{value ?? <Skeleton />}</dd>
      {note !== undefined && <dd className="text-13 text-muted">{note ?? <Skeleton />}</dd>}
    </div>
  )
}

function Skeleton() {
  return (
    <span className="admin-skeleton">
      <span className="sr-only">{phrase('Loading')}</span>
    </span>
  )
}
