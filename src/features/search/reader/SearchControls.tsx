import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  hasFilter,
  readSearchPage,
  type SearchPage,
  searchPath,
} from '#features/articles/rules/search-filter.ts'
import type { FilterOptions } from '#features/articles/rules/search-result.ts'
import { FilterFields } from './FilterFields.tsx'
import { SearchBox } from './SearchBox.tsx'

type Props = {
  page: SearchPage
  /** Undefined while they are on their way, or where they could not be had. */
  options: FilterOptions | undefined
  /** After a search from the filters, whose panel then closes. */
  onApplied: () => void
}

/**
 * The form of the search page. Its fields are the reader's until Enter or "Apply Filters" sends them (spec §4), which
 * without script is a request of the browser's. They follow the address when that changes.
 */
export function SearchControls({ page, options, onApplied }: Props) {
  const navigate = useNavigate()
  const box = useRef<HTMLInputElement>(null)
  const panel = useRef<HTMLDetailsElement>(null)
  const path = searchPath({ ...page, before: undefined })

  // What was written and not applied goes when the address changes, and by Clear.
  const [clearings, setClearings] = useState(0)
  const draft = `${clearings} ${path}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other fields are made anew, but this one keeps its focus
  useEffect(() => {
    if (box.current) box.current.value = page.q ?? ''
  }, [draft])

  function show(search: SearchPage) {
    void navigate({ to: '/search', search })
    if (!panel.current?.contains(document.activeElement)) return
    panel.current.open = false
    onApplied()
  }

  function clear() {
    setClearings(clearings + 1)
    show(readSearchPage({}))
  }

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    show(readSearchPage(Object.fromEntries(new FormData(event.currentTarget))))
  }

  return (
    <search>
      <form method="get" action="/search" onSubmit={apply}>
        <SearchBox ref={box} q={page.q} placeholder="Search for articles, authors, categories..." />
        <details ref={panel} className="group pt-3">
          <summary className="button relative list-none [&::-webkit-details-marker]:hidden">
            <span className="icon icon-filters" />
            Filters
            {hasFilter(page) && (
              <span className="size-2 rounded-full bg-accent [summary:hover_&]:bg-current">
                <span className="sr-only">, some are active</span>
              </span>
            )}
          </summary>
          <FilterFields key={draft} page={page} options={options} onClear={clear} />
        </details>
      </form>
    </search>
  )
}
