import { useQuery } from '@tanstack/react-query'
import type { Ref, SelectHTMLAttributes } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { QuerySelect } from '#ui/admin/forms/QuerySelect.tsx'
import { staffQuery } from '../drafts.functions.ts'
import type { StaffMember } from '../server/list-staff.server.ts'

type Props = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'> & {
  label: string
  none: string
  /** Values of the options "Me" and "Nobody". */
  me?: string
  nobody?: string
  /** An account id that is not offered. */
  without?: string
  error?: string | undefined
  ref?: Ref<HTMLSelectElement>
}

export function PersonSelect({ me, nobody, without, ...select }: Props) {
  const offered = (staff: readonly StaffMember[]) => staff.filter(({ id }) => id !== without)
  return (
    <QuerySelect {...select} query={useQuery(staffQuery)} failure={phrase('Failed to fetch people')}>
      {(staff) => (
        <>
          {me && <option value={me}>{phrase('Me')}</option>}
          {nobody && <option value={nobody}>{phrase('Nobody')}</option>}
          {offered(staff).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </>
      )}
    </QuerySelect>
  )
}
