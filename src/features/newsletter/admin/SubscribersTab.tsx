import { Download } from 'lucide-react'
import { phrase } from '#kernel/text/phrase.ts'
import { requestOwn } from '#platform/http/request-own.ts'
import { Button } from '#ui/admin/Button.tsx'
import { SearchField } from '#ui/admin/forms/SearchField.tsx'
import { useDownload } from '#ui/admin/useDownload.ts'
import { ImportSubscribers } from './ImportSubscribers.tsx'
import { SubscriberTable } from './SubscriberTable.tsx'

type Props = { q: string; onSearch: (q: string) => void }

export function SubscribersTab({ q, onSearch }: Props) {
  const download = useDownload({
    load: async () => (await requestOwn('/api/admin/newsletter_subscribers.csv')).blob(),
    fileName: 'newsletter_subscribers.csv',
    failure: phrase('Failed to export newsletter subscribers'),
  })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField label={phrase('Search by email or name')} value={q} onSearch={onSearch} />
        <Button onClick={download.start} isBusy={download.isBusy} busyText={phrase('Exporting…')}>
          <Download aria-hidden size={16} />
          {phrase('Export CSV')}
        </Button>
        <ImportSubscribers />
      </div>
      <SubscriberTable q={q} />
    </div>
  )
}
