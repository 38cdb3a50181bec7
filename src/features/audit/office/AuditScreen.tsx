import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { requestOwn } from '#platform/http/request-own.ts'
import { AdminPage } from '#ui/office/AdminPage.tsx'
import { Button } from '#ui/office/Button.tsx'
import { EmptyState } from '#ui/office/EmptyState.tsx'
import { ListState } from '#ui/office/ListState.tsx'
import { useDownload } from '#ui/office/useDownload.ts'
import { AUDIT_FAILURE, type AuditSearch, auditQuery } from '../audit.functions.ts'
import { AuditEntryItem } from './AuditEntryItem.tsx'
import { AuditFilters } from './AuditFilters.tsx'

type Props = { filter: AuditSearch; onFilter: (filter: AuditSearch) => void }

export function AuditScreen({ filter, onFilter }: Props) {
  const query = useInfiniteQuery(auditQuery(filter))
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  const isFiltered = Object.values(filter).some(Boolean)
  const download = useDownload({
    load: async () => (await requestOwn(`/api/admin/audit_log.csv?${new URLSearchParams(filter)}`)).blob(),
    fileName: 'audit_log.csv',
    failure: 'Failed to export the audit log',
  })
  return (
    <AdminPage
      title="Audit log"
      text="Changes made in the back office, stored permanently, and sign-ins of the last 90 days."
      actions={
        <Button onClick={download.start} isBusy={download.isBusy} busyText="Exporting...">
          <Download aria-hidden size={16} />
          Export CSV
        </Button>
      }
    >
      <AuditFilters filter={filter} onFilter={onFilter} />
      <ListState
        query={query}
        failure={AUDIT_FAILURE}
        isEmpty={entries.length === 0}
        empty={
          isFiltered ? (
            <EmptyState title="No changes found" text="Try another person, kind or day" />
          ) : (
            <EmptyState title="No changes yet" text="Changes made in the back office appear here" />
          )
        }
      >
        <ol aria-label="Changes, newest first" className="sheet">
          {entries.map((entry) => (
            <AuditEntryItem key={entry.id} entry={entry} />
          ))}
        </ol>
      </ListState>
    </AdminPage>
  )
}
