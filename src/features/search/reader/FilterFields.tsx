import type { MouseEvent } from 'react'
import type { SearchFilter } from '#features/articles/rules/search-filter.ts'
import type { FilterOptions } from '#features/articles/rules/search-result.ts'
import { AuthorField } from './AuthorField.tsx'
import { DayField } from './DayField.tsx'
import { Field } from './Field.tsx'

type Props = { page: SearchFilter; options: FilterOptions | undefined; onClear: () => void }

/** The filter panel (spec §2, Search page), as the address has it. */
export function FilterFields({ page, options, onClear }: Props) {
  const offered = options?.categories ?? []
  const categories = page.category && !offered.includes(page.category) ? [page.category, ...offered] : offered

  function clear(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onClear()
  }

  return (
    <div className="mt-3 bg-wash p-4 md:p-6">
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        <Field label="Category">
          {(id) => (
            <select id={id} name="category" defaultValue={page.category ?? ''} className="field">
              <option value="">All categories</option>
              {categories.map((category) => (
                <option key={category}>{category}</option>
              ))}
            </select>
          )}
        </Field>
        <AuthorField author={page.author} options={options} />
        <fieldset className="sm:col-span-2">
          <legend className="label pb-1">Date Range</legend>
          <div className="flex flex-col gap-3 sm:flex-row sm:gap-6">
            <DayField name="from" label="From" day={page.from} />
            <DayField name="to" label="To" day={page.to} />
          </div>
        </fieldset>
      </div>
      <label className="mt-4 flex w-fit cursor-pointer items-center gap-3 py-3 text-16">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells by itself whether it is on
          role="switch"
          name="breaking"
          value="true"
          defaultChecked={page.breaking}
          className="switch"
        />
        Breaking news only
      </label>
      <div className="flex flex-wrap gap-3 pt-3">
        <button type="submit" className="button bg-ink text-paper hover:bg-paper hover:text-ink">
          Apply Filters
        </button>
        <a href="/search" onClick={clear} className="button">
          Clear
        </a>
      </div>
    </div>
  )
}
