import { CATEGORIES } from '#kernel/category.ts'
import { SearchField } from '#ui/office/SearchField.tsx'
import { type ArticleListFilter, LISTED_STATUSES } from '../rules/article-manager-params.ts'
import { DRAFT_STATUS_LABELS } from '../rules/draft-status.ts'

type Props = {
  filter: ArticleListFilter
  /** Empty texts remove a filter. */
  onChange: (change: { [Name in keyof ArticleListFilter]: string }) => void
}

/** Spec §2, Article manager, and newsroom §2. */
export function ArticleFilters({ filter, onChange }: Props) {
  return (
    <div className="flex flex-wrap gap-2 pb-4">
      <SearchField
        label="Search articles"
        placeholder="Search by title or author..."
        value={filter.q ?? ''}
        onSearch={(q) => onChange({ q })}
      />
      <select
        aria-label="Category"
        value={filter.category ?? ''}
        onChange={({ target }) => onChange({ category: target.value })}
        className="office-input w-auto! pe-8"
      >
        <option value="">All Categories</option>
        {CATEGORIES.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </select>
      <select
        aria-label="Status"
        value={filter.status ?? ''}
        onChange={({ target }) => onChange({ status: target.value })}
        className="office-input w-auto! max-w-full pe-8"
      >
        <option value="">All Statuses</option>
        {LISTED_STATUSES.map((status) => (
          <option key={status} value={status}>
            {status === 'bin' ? 'Bin' : DRAFT_STATUS_LABELS[status]}
          </option>
        ))}
      </select>
      <select
        aria-label="Sort by"
        value={filter.sort ?? ''}
        onChange={({ target }) => onChange({ sort: target.value })}
        className="office-input w-auto! pe-8"
      >
        <option value="">Newest</option>
        <option value="edited">Last edited</option>
      </select>
    </div>
  )
}
