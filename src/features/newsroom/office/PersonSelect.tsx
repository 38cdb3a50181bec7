import { useQuery } from '@tanstack/react-query'
import type { SelectHTMLAttributes } from 'react'
import { QuerySelect } from '#ui/office/QuerySelect.tsx'
import { staffQuery } from '../desk.functions.ts'

type Props = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'> & {
  label: string
  none: string
  me?: string
  error?: string | undefined
}

export function PersonSelect({ me, ...select }: Props) {
  return (
    <QuerySelect {...select} query={useQuery(staffQuery)} failure="Failed to fetch people">
      {(staff) => (
        <>
          {me && <option value={me}>Me</option>}
          {staff.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </>
      )}
    </QuerySelect>
  )
}
