import { formatShortDay } from '#kernel/dates.ts'

/** The day that a card's story was published. */
export function PublishedDay({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="block pt-2 text-13 text-muted">
      {formatShortDay(iso)}
    </time>
  )
}
