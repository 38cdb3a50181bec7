import { useQuery } from '@tanstack/react-query'
import { Button } from '#ui/office/Button.tsx'
import { Select } from '#ui/office/Select.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import { type AuditSearch, auditFilterOptionsQuery } from '../audit.functions.ts'
import { describeKind } from '../rules/describe-audit.ts'

type Props = { filter: AuditSearch; onFilter: (filter: AuditSearch) => void }

const ALL: AuditSearch = { person: '', kind: '', day: '' }

export function AuditFilters({ filter, onFilter }: Props) {
  const { data = { people: [], hasDeleted: false, kinds: [] } } = useQuery(auditFilterOptionsQuery)
  const { people, hasDeleted, kinds } = data
  const set = (change: Partial<AuditSearch>) => onFilter({ ...filter, ...change })
  return (
    <search aria-label="Filter the audit log" className="flex flex-wrap items-end gap-3">
      <div className="w-full sm:w-64">
        <Select label="Person" value={filter.person} onChange={({ target }) => set({ person: target.value })}>
          <option value="">Everyone</option>
          {people.map(({ id, fullName, email }) => (
            <option key={id} value={id}>
              {fullName.trim() ? `${fullName} (${email})` : email}
            </option>
          ))}
          {hasDeleted && <option value="gone">Visitor, deleted account or command line</option>}
        </Select>
      </div>
      <div className="w-full sm:w-44">
        <Select label="Kind" value={filter.kind} onChange={({ target }) => set({ kind: target.value })}>
          <option value="">Everything</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {describeKind(kind)}
            </option>
          ))}
        </Select>
      </div>
      <div className="w-full sm:w-44">
        <TextField
          label="Day"
          type="date"
          value={filter.day}
          onChange={({ target }) => set({ day: target.value })}
        />
      </div>
      {Object.values(filter).some(Boolean) && <Button onClick={() => onFilter(ALL)}>Clear</Button>}
    </search>
  )
}
