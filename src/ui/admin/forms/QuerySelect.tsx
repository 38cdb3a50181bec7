import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode, Ref, SelectHTMLAttributes } from 'react'
import { failureText } from '#kernel/failure-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { loadError } from '../LoadState.tsx'
import { Select } from './Select.tsx'

type Props<Data> = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'> & {
  label: string
  query: UseQueryResult<Data>
  /** Shown when loading fails (spec §8). */
  failure: string
  /** Labels the empty value. */
  none: string
  error?: string | undefined
  ref?: Ref<HTMLSelectElement>
  children: (data: Data) => ReactNode
}

export function QuerySelect<Data>({ query, failure, none, error, children, ...select }: Props<Data>) {
  const { data } = query
  const problem = data === undefined ? loadError(query) : null
  return (
    <Select
      {...select}
      key={data === undefined ? 'loading' : 'loaded'}
      error={problem ? failureText(problem, failure) : error}
      help={
        problem && (
          <button type="button" onClick={() => void query.refetch()} className="underline underline-offset-2">
            {phrase('Try Again')}
          </button>
        )
      }
    >
      <option value="">
        {data !== undefined ? none : problem ? phrase('Not available') : phrase('Loading...')}
      </option>
      {data !== undefined && children(data)}
    </Select>
  )
}
