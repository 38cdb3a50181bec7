import { useNavigate } from '@tanstack/react-router'
import type { FormEvent, Ref } from 'react'
import { MAX_QUERY_LENGTH } from '#kernel/parameters.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { parseSearchParams } from '../rules/search-params.ts'

type Props = {
  className?: string
  placeholder?: string
  /** Replaces the history entry. */
  replace?: boolean
  onSubmit?: () => void
}

export function SearchForm({
  className = '',
  placeholder = phrase('Search articles...'),
  replace,
  onSubmit,
}: Props) {
  const navigate = useNavigate()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { q } = parseSearchParams(Object.fromEntries(new FormData(form)))
    if (!q) return
    void navigate({ to: '/search', search: { q }, replace })
    form.reset()
    onSubmit?.()
  }

  return (
    <search className={className}>
      <form method="get" action="/search" onSubmit={submit}>
        <SearchBox required placeholder={placeholder} />
      </form>
    </search>
  )
}

type BoxProps = {
  placeholder: string
  ref?: Ref<HTMLInputElement>
  q?: string
  required?: boolean
}

export function SearchBox({ placeholder, ref, q, required = false }: BoxProps) {
  return (
    <div className="flex border border-ink focus-within:outline-2 focus-within:outline-offset-2">
      <input
        ref={ref}
        type="search"
        name="q"
        aria-label={phrase('Search articles')}
        defaultValue={q}
        required={required}
        pattern={required ? '.*\\S.*' : undefined}
        maxLength={MAX_QUERY_LENGTH}
        placeholder={placeholder}
        dir="auto"
        autoComplete="off"
        enterKeyHint="search"
        className="min-h-12 min-w-0 flex-1 bg-paper px-4 text-16 text-ellipsis outline-none placeholder:text-muted max-sm:placeholder:text-14"
      />
      <button type="submit" className="grid w-12 shrink-0 cursor-pointer place-items-center">
        <span className="icon icon-search" />
        <span className="sr-only">{phrase('Search', {}, 'button')}</span>
      </button>
    </div>
  )
}
