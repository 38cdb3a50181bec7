import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { phrase } from '#kernel/text/phrase.ts'
import { requestOwn } from '#platform/http/request-own.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { EmptyState } from '#ui/admin/EmptyState.tsx'
import { Select } from '#ui/admin/forms/Select.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { ListState } from '#ui/admin/LoadState.tsx'
import { useDownload } from '#ui/admin/useDownload.ts'
import {
  type AuditSearch,
  auditFailure,
  auditFilterOptionsQuery,
  auditQuery,
} from '../audit-log.functions.ts'
import { describeKind } from '../rules/describe-audit.ts'
import { AuditEntryItem } from './AuditEntryItem.tsx'

type Props = { filter: AuditSearch; onFilter: (filter: AuditSearch) => void }

export function AuditScreen({ filter, onFilter }: Props) {
  const query = useInfiniteQuery(auditQuery(filter))
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  const isFiltered = Object.values(filter).some(Boolean)
  const download = useDownload({
    load: async () => (await requestOwn(`/api/admin/audit_log.csv?${new URLSearchParams(filter)}`)).blob(),
    fileName: 'audit_log.csv',
    failure: phrase('Failed to export the audit log'),
  })
  return (
    <AdminPage
      title={phrase('Audit log')}
      text={phrase('Changes made in the admin area, stored permanently, and sign-ins from the last 90 days.')}
      actions={
        <Button onClick={download.start} isBusy={download.isBusy} busyText={phrase('Exporting…')}>
          <Download aria-hidden size={16} />
          {phrase('Export CSV')}
        </Button>
      }
    >
      <AuditFilters filter={filter} onFilter={onFilter} />
      <ListState
        query={query}
        failure={auditFailure()}
        isEmpty={entries.length === 0}
        empty={
          isFiltered ? (
            <EmptyState
              title={phrase('No entries found')}
              text={phrase('Try another person, kind or day.')}
            />
          ) : (
            <EmptyState
              title={phrase('No entries yet')}
              text={phrase('Changes made in the admin area appear here.')}
            />
          )
        }
      >
        <ol aria-label={phrase('Entries, newest first')} className="sheet">
          {entries.map((entry) => (
            <AuditEntryItem key={entry.id} entry={entry} />
          ))}
        </ol>
      </ListState>
    </AdminPage>
  )
}

const ALL: AuditSearch = { person: '', kind: '', day: '' }

function AuditFilters({ filter, onFilter }: Props) {
  const { data = { people: [], hasDeleted: false, kinds: [] } } = useQuery(auditFilterOptionsQuery)
  const { people, hasDeleted, kinds } = data
  const set = (change: Partial<AuditSearch>) => onFilter({ ...filter, ...change })
  return (
    <search aria-label={phrase('Filter the audit log')} className="flex flex-wrap items-end gap-3">
      <div className="w-full sm:w-64">
        <Select
          label={phrase('Person')}
          value={filter.person}
          onChange={({ target }) => set({ person: target.value })}
        >
          <option value="">{phrase('Everyone')}</option>
          {people.map(({ id, fullName, email }) => (
            <option key={id} value={id}>
              {fullName.trim() ? `${fullName} (${email})` : email}
            </option>
          ))}
          {hasDeleted && <option value="gone">{phrase('Visitor, deleted account or command line')}</option>}
        </Select>
      </div>
      <div className="w-full sm:w-44">
        <Select
          label={phrase('Kind')}
          value={filter.kind}
          onChange={({ target }) => set({ kind: target.value })}
        >
          <option value="">{phrase('Everything')}</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {describeKind(kind)}
            </option>
          ))}
        </Select>
      </div>
      <div className="w-full sm:w-44">
        <TextField
          label={phrase('Day')}
          type="date"
          value={filter.day}
          onChange={({ target }) => set({ day: target.value })}
        />
      </div>
      {Object.values(filter).some(Boolean) && (
        <Button onClick={() => onFilter(ALL)}>{phrase('Clear')}</Button>
      )}
    </search>
  )
}
