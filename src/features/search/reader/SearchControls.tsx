import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { hasFilter, parseSearchParams, type SearchParams, searchPath } from '../rules/search-params.ts'
import type { FilterOptions } from '../server/filter-options.server.ts'
import { SearchFilters } from './SearchFilters.tsx'
import { SearchBox } from './SearchForm.tsx'

type Props = {
  params: SearchParams
  /** Undefined while loading or after an error. */
  options: FilterOptions | undefined
  onFiltersApplied: () => void
}

/** Spec §4. URL changes reset the fields. */
export function SearchControls({ params, options, onFiltersApplied }: Props) {
  const navigate = useNavigate()
  const box = useRef<HTMLInputElement>(null)
  const panel = useRef<HTMLDetailsElement>(null)
  const path = searchPath({ ...params, before: undefined })
  const [clearCount, setClearCount] = useState(0)
  const resetKey = `${clearCount} ${path}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other fields are remounted, this one keeps the focus
  useEffect(() => {
    if (box.current) box.current.value = params.q ?? ''
  }, [resetKey])

  function search(params: SearchParams) {
    void navigate({ to: '/search', search: params })
    if (!panel.current?.contains(document.activeElement)) return
    panel.current.open = false
    onFiltersApplied()
  }

  function clear() {
    setClearCount(clearCount + 1)
    search(parseSearchParams({}))
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    search(parseSearchParams(Object.fromEntries(new FormData(event.currentTarget))))
  }

  return (
    <search>
      <form method="get" action="/search" onSubmit={submit}>
        <SearchBox
          ref={box}
          q={params.q}
          placeholder={phrase('Search for articles, authors, categories...')}
        />
        <details ref={panel} className="group pt-3">
          <summary className="button relative list-none [&::-webkit-details-marker]:hidden">
            <span className="icon icon-filters" />
            {phrase('Filters')}
            {hasFilter(params) && (
              <span className="size-2 rounded-full bg-accent [summary:hover_&]:bg-current">
                <span className="sr-only">{phrase(', some are active')}</span>
              </span>
            )}
          </summary>
          <SearchFilters key={resetKey} filter={params} options={options} onClear={clear} />
        </details>
      </form>
    </search>
  )
}
