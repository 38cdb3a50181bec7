import { useQuery } from '@tanstack/react-query'
import { Button } from '#ui/office/Button.tsx'
import { Select } from '#ui/office/Select.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import { type AuditTexts, auditChoicesQuery } from '../audit.functions.ts'
import { describeKind } from '../rules/describe-audit.ts'

type Props = { filter: AuditTexts; onFilter: (filter: AuditTexts) => void }

const ALL: AuditTexts = { person: '', kind: '', day: '' }

/** Person, kind and day; each applies at once. */
export function AuditFilters({ filter, onFilter }: Props) {
  const { data = { people: [], hasGone: false, kinds: [] } } = useQuery(auditChoicesQuery)
  const { people, hasGone, kinds } = data
  const set = (change: Partial<AuditTexts>) => onFilter({ ...filter, ...change })
  return (
    <search aria-label="Filter the log" className="flex flex-wrap items-end gap-3">
      <div className="w-full sm:w-64">
        <Select label="Person" value={filter.person} onChange={({ target }) => set({ person: target.value })}>
          <option value="">Everybody</option>
          {people.map(({ id, fullName, email }) => (
            <option key={id} value={id}>
              {fullName.trim() ? `${fullName} (${email})` : email}
            </option>
          ))}
          {hasGone && <option value="gone">No account, or one that is gone</option>}
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
