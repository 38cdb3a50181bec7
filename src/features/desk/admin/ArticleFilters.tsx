import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useCapability } from '#features/access/admin/useCapability.ts'
import { CategoryOptions } from '#features/categories/admin/CategoryOptions.tsx'
import { PersonSelect } from '#features/drafts/admin/PersonSelect.tsx'
import { DRAFT_STATUS_LABELS } from '#features/drafts/rules/draft-status.ts'
import { TopicSelect } from '#features/topics/admin/TopicSelect.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { SearchField } from '#ui/admin/forms/SearchField.tsx'
import { Select } from '#ui/admin/forms/Select.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { type ArticleListFilter, LISTED_STATUSES, ME } from '../rules/article-manager-params.ts'

type Props = {
  filter: ArticleListFilter
  /** Empty strings remove filters. */
  onChange: (change: { [Name in keyof ArticleListFilter]: string }) => void
}

/** Spec §2, Article manager, and newsroom §2. On phones, only the search is always shown. */
export function ArticleFilters({ filter, onChange }: Props) {
  const { category, status, sort, author, topic, person, source, from, to } = filter
  const more = [author, topic, person, source, from, to].filter(Boolean).length
  const onPhone = more + [category, status, sort].filter(Boolean).length
  const [isOpen, setIsOpen] = useState(more > 0)
  return (
    <div className="flex flex-col gap-3 pb-2">
      <div className="flex flex-wrap gap-2">
        <SearchField
          label="Search articles"
          placeholder="Search by title or author…"
          value={filter.q ?? ''}
          onSearch={(q) => onChange({ q })}
        />
        <div className={`contents *:max-sm:order-last ${isOpen ? '' : '*:max-sm:hidden'}`}>
          <FilterSelect label="Category" value={category} onChange={(category) => onChange({ category })}>
            <option value="">All Categories</option>
            <CategoryOptions current={category} />
          </FilterSelect>
          <FilterSelect label="Status" value={status} onChange={(status) => onChange({ status })}>
            <option value="">All Statuses</option>
            {LISTED_STATUSES.map((status) => (
              <option key={status} value={status}>
                {status === 'bin' ? 'Bin' : DRAFT_STATUS_LABELS[status]}
              </option>
            ))}
          </FilterSelect>
          <FilterSelect label="Sort by" value={sort} onChange={(sort) => onChange({ sort })}>
            <option value="">Newest</option>
            <option value="edited">Last edited</option>
            <option value="due">Due date</option>
          </FilterSelect>
        </div>
        <Button aria-expanded={isOpen} aria-controls="more-filters" onClick={() => setIsOpen(!isOpen)}>
          <SlidersHorizontal aria-hidden size={16} />
          <span className="max-sm:sr-only">More Filters</span>
          {more > 0 && <span className="max-sm:hidden">({more})</span>}
          {onPhone > 0 && <span className="sm:hidden">({onPhone})</span>}
        </Button>
      </div>
      <div id="more-filters" hidden={!isOpen}>
        {isOpen && <MoreFilters filter={filter} onChange={onChange} />}
      </div>
    </div>
  )
}

function MoreFilters({ filter, onChange }: Props) {
  const can = useCapability()
  const { author, topic, person, source, from, to } = filter
  return (
    <fieldset className="sheet grid gap-3 p-3 sm:grid-cols-2 lg:grid-cols-3">
      <legend className="sr-only">More filters</legend>
      {can('article.read-all') && (
        <PersonSelect
          label="Owner or assignee"
          none="Anyone"
          me={ME}
          value={person ?? ''}
          onChange={({ target }) => onChange({ person: target.value })}
        />
      )}
      <TopicSelect
        label="Topic"
        none="All Topics"
        by="slug"
        value={topic ?? ''}
        onChange={({ target }) => onChange({ topic: target.value })}
      />
      <TextField
        key={author}
        label="Byline"
        placeholder="The full name"
        defaultValue={author}
        maxLength={200}
        onBlur={({ target }) => target.value !== (author ?? '') && onChange({ author: target.value })}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && onChange({ author: currentTarget.value })}
      />
      <Select
        label="Source"
        value={source ?? ''}
        onChange={({ target }) => onChange({ source: target.value })}
      >
        <option value="">All Sources</option>
        <option value="own">Newsroom</option>
        <option value="feed">Feeds</option>
      </Select>
      <TextField
        type="date"
        label="From"
        max="9999-12-31"
        value={from ?? ''}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <TextField
        type="date"
        label="To"
        max="9999-12-31"
        value={to ?? ''}
        onChange={({ target }) => onChange({ to: target.value })}
      />
    </fieldset>
  )
}

type SelectProps = {
  label: string
  value: string | undefined
  onChange: (value: string) => void
  children: ReactNode
}

function FilterSelect({ label, value, onChange, children }: SelectProps) {
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value)}
      className="admin-input select-face w-auto! max-w-44 pe-8 max-sm:max-w-none max-sm:flex-1 max-sm:basis-36"
    >
      {children}
    </select>
  )
}
