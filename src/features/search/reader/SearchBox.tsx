import type { Ref } from 'react'
import { MAX_QUERY_LENGTH } from '#kernel/parameters.ts'

type Props = {
  placeholder: string
  ref?: Ref<HTMLInputElement>
  q?: string
  /** Whether the browser refuses to submit it while it is empty or only white space. */
  required?: boolean
}

/** The box for a query and the button that submits its form. */
export function SearchBox({ placeholder, ref, q, required = false }: Props) {
  return (
    <div className="flex border border-ink focus-within:outline-2 focus-within:outline-offset-2">
      <input
        ref={ref}
        type="search"
        name="q"
        aria-label="Search articles"
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
        <span className="sr-only">Search</span>
      </button>
    </div>
  )
}
