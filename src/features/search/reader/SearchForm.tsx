import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { readSearchPage } from '#features/articles/rules/search-filter.ts'
import { SearchBox } from './SearchBox.tsx'

type Props = {
  className?: string
  placeholder?: string
  /** After a query was submitted. */
  onSubmitted?: () => void
}

/**
 * A box that leads to what it is asked (spec §2). What is empty or only white space is not submitted: the browser says so,
 * with script and without.
 */
export function SearchForm({ className = '', placeholder = 'Search articles...', onSubmitted }: Props) {
  const navigate = useNavigate()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { q } = readSearchPage(Object.fromEntries(new FormData(form)))
    if (!q) return
    void navigate({ to: '/search', search: { q } })
    form.reset()
    onSubmitted?.()
  }

  return (
    <search className={className}>
      <form method="get" action="/search" onSubmit={submit}>
        <SearchBox required placeholder={placeholder} />
      </form>
    </search>
  )
}
