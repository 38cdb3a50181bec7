import { useQuery } from '@tanstack/react-query'
import { useCapability } from '#features/access/admin/useCapability.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { FilterSelect } from '#ui/admin/forms/FilterSelect.tsx'
import { SearchField } from '#ui/admin/forms/SearchField.tsx'
import { uploadersQuery } from '../media.functions.ts'
import { type ImageState, type LibraryFilter, ME } from '../rules/library-params.ts'
import type { MediaKind } from '../rules/media-kind.ts'

const kindLabels = (): Record<MediaKind, string> => ({
  image: phrase('Images'),
  audio: phrase('Audio'),
  video: phrase('Video'),
})

const stateLabels = (): Record<ImageState, string> => ({
  unused: phrase('Unused'),
  'rights-ended': phrase('Rights ended'),
  undescribed: phrase('Without alternative text, captions or transcript'),
})

const SELECT = 'max-w-48 max-sm:min-w-0 max-sm:max-w-none max-sm:flex-1 max-sm:basis-32'

type Props = {
  filter: LibraryFilter
  /** Empty strings remove filters. */
  onChange: (change: { [Name in keyof LibraryFilter]: string }) => void
}

export function LibraryFilters({ filter, onChange }: Props) {
  const can = useCapability()
  const { q, kind, state, person, from, to } = filter
  return (
    <div className="flex flex-wrap gap-2">
      <SearchField
        label={phrase('Search files')}
        placeholder={phrase('Caption, person, credit or file name…')}
        value={q ?? ''}
        onSearch={(q) => onChange({ q: q.trim() })}
      />
      <FilterSelect
        label={phrase('Kind')}
        className={SELECT}
        value={kind}
        onChange={(kind) => onChange({ kind })}
      >
        <option value="">{phrase('All Files')}</option>
        {Object.entries(kindLabels()).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect
        label={phrase('State')}
        className={SELECT}
        value={state}
        onChange={(state) => onChange({ state })}
      >
        <option value="">{phrase('Any State')}</option>
        {Object.entries(stateLabels()).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </FilterSelect>
      {can('image.read-all') && (
        <UploaderSelect value={person ?? ''} onChange={(person) => onChange({ person })} />
      )}
      <fieldset className="flex flex-wrap items-center gap-2 max-sm:flex-1 max-sm:basis-full">
        <legend className="sr-only">{phrase('Day of the upload')}</legend>
        <DayInput label={phrase('Uploaded from')} value={from} onChange={(from) => onChange({ from })} />
        <DayInput label={phrase('until')} value={to} onChange={(to) => onChange({ to })} />
      </fieldset>
    </div>
  )
}

function UploaderSelect({ value, onChange }: { value: string; onChange: (person: string) => void }) {
  const { data: people = [] } = useQuery(uploadersQuery)
  return (
    <FilterSelect label={phrase('Uploaded by')} className={SELECT} value={value} onChange={onChange}>
      <option value="">{phrase('Anyone')}</option>
      <option value={ME}>{phrase('Me')}</option>
      {people.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {value && value !== ME && !people.some(({ id }) => id === value) && (
        <option value={value}>{phrase('Other')}</option>
      )}
    </FilterSelect>
  )
}

type DayInputProps = { label: string; value: string | undefined; onChange: (day: string) => void }

function DayInput({ label, value = '', onChange }: DayInputProps) {
  return (
    <label className="flex items-center gap-2 text-13 text-muted max-sm:flex-1 max-sm:basis-32 max-sm:flex-col max-sm:items-start max-sm:gap-1">
      {label}
      <input
        type="date"
        max="9999-12-31"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="admin-input w-auto! max-sm:w-full!"
      />
    </label>
  )
}
