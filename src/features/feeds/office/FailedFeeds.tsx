import type { FetchReport } from '../server/fetch-news.server.ts'

/** The feeds that a gathering could not read, and why; nothing where there are none. */
export function FailedFeeds({ errors }: { errors: FetchReport['errors'] }) {
  if (errors.length === 0) return null
  return (
    <ul aria-label="Feeds that failed" className="flex flex-col gap-1 pt-2 text-13">
      {errors.map(({ url, title, error }) => (
        <li key={url} className="wrap-anywhere">
          <bdi className="font-semibold">{title || url}</bdi>: {error}
        </li>
      ))}
    </ul>
  )
}
