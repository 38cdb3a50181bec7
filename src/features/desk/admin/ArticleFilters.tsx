import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useCapability } from '#features/access/admin/useCapability.ts'
import { CategoryOptions } from '#features/categories/admin/CategoryOptions.tsx'
import { PersonSelect } from '#features/drafts/admin/PersonSelect.tsx'
import { draftStatusLabels } from '#features/drafts/rules/draft-status.ts'
import { TopicSelect } from '#features/topics/admin/TopicSelect.tsx'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { FilterSelect } from '#ui/admin/forms/FilterSelect.tsx'
import { SearchField } from '#ui/admin/forms/SearchField.tsx'
import { Select } from '#ui/admin/forms/Select.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { type ArticleListFilter, LISTED_STATUSES, ME } from '../rules/article-manager-params.ts'

const SELECT = 'max-w-44 max-sm:max-w-none max-sm:flex-1 max-sm:basis-36'

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
          label={phrase('Search articles')}
          placeholder={phrase('Search by title or author…')}
          value={filter.q ?? ''}
          onSearch={(q) => onChange({ q })}
        />
        <div className={`contents *:max-sm:order-last ${isOpen ? '' : '*:max-sm:hidden'}`}>
          <FilterSelect
            label={phrase('Category')}
            className={SELECT}
            value={category}
            onChange={(category) => onChange({ category })}
          >
            <option value="">{phrase('All Categories')}</option>
            <CategoryOptions current={category} />
          </FilterSelect>
          <FilterSelect
            label={phrase('Status')}
            className={SELECT}
            value={status}
            onChange={(status) => onChange({ status })}
          >
            <option value="">{phrase('All Statuses')}</option>
            {LISTED_STATUSES.map((status) => (
              <option key={status} value={status}>
                {status === 'bin' ? phrase('Bin') : draftStatusLabels()[status]}
              </option>
            ))}
          </FilterSelect>
          <FilterSelect
            label={phrase('Sort by')}
            className={SELECT}
            value={sort}
            onChange={(sort) => onChange({ sort })}
          >
            <option value="">{phrase('Newest')}</option>
            <option value="edited">{phrase('Last edited')}</option>
            <option value="due">{phrase('Due date')}</option>
          </FilterSelect>
        </div>
        <Button aria-expanded={isOpen} aria-controls="more-filters" onClick={() => setIsOpen(!isOpen)}>
          <SlidersHorizontal aria-hidden size={16} />
          <span className="max-sm:sr-only">{phrase('More Filters')}</span>
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
      <legend className="sr-only">{phrase('More filters')}</legend>
      {can('article.read-all') && (
        <PersonSelect
          label={phrase('Owner or assignee')}
          none={phrase('Anyone')}
          me={ME}
          value={person ?? ''}
          onChange={({ target }) => onChange({ person: target.value })}
        />
      )}
      <TopicSelect
        label={phrase('Topic')}
        none={phrase('All Topics')}
        by="slug"
        value={topic ?? ''}
        onChange={({ target }) => onChange({ topic: target.value })}
      />
      <TextField
        key={author}
        label={phrase('Byline')}
        placeholder={phrase('The full name')}
        defaultValue={author}
        maxLength={200}
        onBlur={({ target }) => target.value !== (author ?? '') && onChange({ author: target.value })}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && onChange({ author: currentTarget.value })}
      />
      <Select
        label={phrase('Source')}
        value={source ?? ''}
        onChange={({ target }) => onChange({ source: target.value })}
      >
        <option value="">{phrase('All Sources')}</option>
        <option value="own">{phrase('Newsroom')}</option>
        <option value="feed">{phrase('Feeds')}</option>
      </Select>
      <TextField
        type="date"
        label={phrase('From')}
        max="9999-12-31"
        value={from ?? ''}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <TextField
        type="date"
        label={phrase('To')}
        max="9999-12-31"
        value={to ?? ''}
        onChange={({ target }) => onChange({ to: target.value })}
      />
    </fieldset>
  )
}
