import { useQuery } from '@tanstack/react-query'
import { visitorsNowQuery } from '../analytics.functions.ts'
import { PageLink } from './PageLink.tsx'

export function VisitorsNow() {
  const { data, isError } = useQuery(visitorsNowQuery)
  const { visitors, pages, minutes } = !isError && data ? data : { visitors: null, pages: [], minutes: null }
  return (
    <section aria-label="On the site now" className="sheet flex flex-col gap-2 p-4">
      <h2 className="text-14">
        <span className="text-18 font-semibold tabular-nums">{visitors?.toLocaleString('en-GB') ?? '–'}</span>{' '}
        {visitors === 1 ? 'visitor' : 'visitors'} on the site now
        {minutes && <span className="text-13 text-muted"> (in the last {minutes} minutes)</span>}
      </h2>
      {pages.length > 0 && (
        <ul className="flex flex-col gap-1 text-13">
          {pages.map((page) => (
            <li key={page.name} className="flex justify-between gap-4">
              <PageLink page={page} />
              <span className="shrink-0 whitespace-nowrap tabular-nums">
                {page.visitors.toLocaleString('en-GB')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
