import { useQuery } from '@tanstack/react-query'
import { engagementRate } from '#domain/engagement-rate.ts'
import { describeGrowth } from '#domain/growth.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { ErrorState } from '#ui/admin/ErrorState.tsx'
import { SearchField } from '#ui/admin/SearchField.tsx'
import { StatCard } from '#ui/admin/StatCard.tsx'
import { useDownload } from '#ui/admin/useDownload.ts'
import { subscriberFiguresQuery } from '../subscribers.functions.ts'
import { NEWSLETTER_DATA_FAILURE } from './messages.ts'
import { SubscriberTable } from './SubscriberTable.tsx'

type Props = { q: string; onSearch: (q: string) => void }

/** The subscribers of the newsletter (spec §2, Newsletter admin). */
export function NewsletterScreen({ q, onSearch }: Props) {
  const download = useDownload({
    url: '/api/admin/newsletter_subscribers.csv',
    fileName: 'newsletter_subscribers.csv',
    failure: 'Failed to export newsletter subscribers',
  })
  return (
    <AdminPage title="Newsletter" text="Who gets the newsletter.">
      <SubscriberCards />
      <section aria-labelledby="subscribers" className="flex flex-col gap-3">
        <h2 id="subscribers" className="text-18 font-semibold">
          Subscribers
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          <SearchField label="Search by e-mail or name" value={q} onSearch={onSearch} />
          <Button onClick={download.start} isBusy={download.isBusy} busyText="Exporting...">
            Export CSV
          </Button>
        </div>
        <SubscriberTable q={q} />
      </section>
    </AdminPage>
  )
}

function SubscriberCards() {
  const { data, error, refetch } = useQuery(subscriberFiguresQuery)
  if (error && !data) return <ErrorState text={NEWSLETTER_DATA_FAILURE} onRetry={() => void refetch()} />
  const growth = data && describeGrowth(data, data.at)
  return (
    <dl aria-label="Figures" aria-busy={!data} className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      <StatCard
        label="Total Subscribers"
        value={data?.total.toLocaleString('en-GB') ?? '…'}
        note={data ? `${data.active.toLocaleString('en-GB')} active` : '…'}
      />
      <StatCard
        label="Engagement Rate"
        value={data ? `${engagementRate(data)}%` : '…'}
        note="Active subscribers among all"
      />
      <StatCard label="Growth this month" value={growth?.value ?? '…'} note={growth?.note ?? '…'} />
    </dl>
  )
}
