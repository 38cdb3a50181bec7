import { type MouseEvent, type ReactNode, useId } from 'react'
import { categoryName } from '#kernel/category.ts'
import { MAX_QUERY_LENGTH } from '#kernel/parameters.ts'
import { phrase } from '#kernel/text/phrase.ts'
import type { SearchFilter } from '../rules/search-params.ts'
import type { FilterOptions } from '../server/filter-options.server.ts'
import { DateField } from './DateField.tsx'

type Props = { filter: SearchFilter; options: FilterOptions | undefined; onClear: () => void }

/** Spec §2, Search page. */
export function SearchFilters({ filter, options, onClear }: Props) {
  const available = options?.categories ?? []
  const { category } = filter
  const categories = category && !available.includes(category) ? [category, ...available] : available

  function clear(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onClear()
  }

  return (
    <div className="mt-3 bg-wash p-4 md:p-6">
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        <Field label={phrase('Category')}>
          {(id) => (
            <select id={id} name="category" defaultValue={category ?? ''} className="field select-face pe-8">
              <option value="">{phrase('All categories')}</option>
              {categories.map((key) => (
                <option key={key} value={key}>
                  {categoryName(key)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <AuthorField author={filter.author} options={options} />
        <fieldset className="sm:col-span-2">
          <legend className="label pb-1">{phrase('Date Range')}</legend>
          <div className="flex flex-col gap-3 sm:flex-row sm:gap-6">
            <DateField name="from" label={phrase('From')} date={filter.from} />
            <DateField name="to" label={phrase('To')} date={filter.to} />
          </div>
        </fieldset>
      </div>
      <label className="mt-4 flex w-fit cursor-pointer items-center gap-3 py-3 text-16">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has a checked state of its own
          role="switch"
          name="breaking"
          value="true"
          defaultChecked={filter.breaking}
          className="switch"
        />
        {phrase('Breaking news only')}
      </label>
      <div className="flex flex-wrap gap-3 pt-3">
        <button type="submit" className="button bg-ink text-paper hover:bg-paper hover:text-ink">
          {phrase('Apply Filters')}
        </button>
        <a href="/search" onClick={clear} className="button">
          {phrase('Clear')}
        </a>
      </div>
    </div>
  )
}

function AuthorField({
  author,
  options,
}: {
  author: string | undefined
  options: FilterOptions | undefined
}) {
  const suggestionsId = useId()
  const available = options?.authors ?? []
  const authors = author && !available.includes(author) ? [author, ...available] : available
  const choices = authors.map((name) => (
    <option key={name} value={name}>
      {name}
    </option>
  ))
  return (
    <Field label={phrase('Author')}>
      {(id) =>
        options?.hasMoreAuthors ? (
          <>
            <input
              id={id}
              name="author"
              list={suggestionsId}
              defaultValue={author}
              maxLength={MAX_QUERY_LENGTH}
              placeholder={phrase('All authors')}
              dir="auto"
              autoComplete="off"
              className="field"
            />
            <datalist id={suggestionsId}>{choices}</datalist>
          </>
        ) : (
          <select id={id} name="author" defaultValue={author ?? ''} className="field select-face pe-8">
            <option value="">{phrase('All authors')}</option>
            {choices}
          </select>
        )
      }
    </Field>
  )
}

function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="label block pb-1">
        {label}
      </label>
      {children(id)}
    </div>
  )
}
