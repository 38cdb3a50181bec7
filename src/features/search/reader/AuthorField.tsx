import { useId } from 'react'
import type { FilterOptions } from '#features/articles/rules/search-result.ts'
import { MAX_QUERY_LENGTH } from '#kernel/parameters.ts'
import { Field } from './Field.tsx'

type Props = { author: string | undefined; options: FilterOptions | undefined }

/** The filter by author: a list to choose from; where they are too many for one, a name to write, with suggestions. */
export function AuthorField({ author, options }: Props) {
  const suggestions = useId()
  const offered = options?.authors ?? []
  const authors = author && !offered.includes(author) ? [author, ...offered] : offered
  const names = authors.map((name) => (
    <option key={name} value={name}>
      {name}
    </option>
  ))
  if (!options?.hasMoreAuthors) {
    return (
      <Field label="Author">
        {(id) => (
          <select id={id} name="author" defaultValue={author ?? ''} className="field">
            <option value="">All authors</option>
            {names}
          </select>
        )}
      </Field>
    )
  }
  return (
    <Field label="Author">
      {(id) => (
        <>
          <input
            id={id}
            name="author"
            list={suggestions}
            defaultValue={author}
            maxLength={MAX_QUERY_LENGTH}
            placeholder="All authors"
            dir="auto"
            autoComplete="off"
            className="field"
          />
          <datalist id={suggestions}>{names}</datalist>
        </>
      )}
    </Field>
  )
}
