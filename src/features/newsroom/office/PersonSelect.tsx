import { useQuery } from '@tanstack/react-query'
import type { SelectHTMLAttributes } from 'react'
import { failureText } from '#kernel/failure-text.ts'
import { loadError } from '#ui/office/LoadError.tsx'
import { Select } from '#ui/office/Select.tsx'
import { staffQuery } from '../desk.functions.ts'

type Props = SelectHTMLAttributes<HTMLSelectElement> & {
  label: string
  none: string
  me?: string
  error?: string | undefined
}

export function PersonSelect({ none, me, error, ...select }: Props) {
  const query = useQuery(staffQuery)
  const { data: staff } = query
  const failure = staff ? null : loadError(query)
  return (
    <Select
      {...select}
      key={staff ? 'loaded' : 'loading'}
      error={failure ? failureText(failure, 'Failed to fetch people') : error}
      help={
        failure && (
          <button type="button" onClick={() => void query.refetch()} className="underline underline-offset-2">
            Try Again
          </button>
        )
      }
    >
      <option value="">{staff ? none : failure ? 'Not available' : 'Loading...'}</option>
      {staff && me && <option value={me}>Me</option>}
      {staff?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
