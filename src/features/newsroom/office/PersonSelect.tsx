import { useQuery } from '@tanstack/react-query'
import type { SelectHTMLAttributes } from 'react'
import { Select } from '#ui/office/Select.tsx'
import { staffQuery } from '../desk.functions.ts'

type Props = SelectHTMLAttributes<HTMLSelectElement> & {
  label: string
  /** The label of the empty value. */
  none: string
  /** The value of "Me", if it is an option. */
  me?: string
  error?: string | undefined
}

/** Selects a person that articles can be assigned to. */
export function PersonSelect({ none, me, ...select }: Props) {
  const { data: staff } = useQuery(staffQuery)
  return (
    <Select {...select} key={staff ? 'loaded' : 'loading'}>
      <option value="">{staff ? none : 'Loading...'}</option>
      {staff && me && <option value={me}>Me</option>}
      {staff?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
