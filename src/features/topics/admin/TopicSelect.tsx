import { useQuery } from '@tanstack/react-query'
import type { Ref, SelectHTMLAttributes } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { QuerySelect } from '#ui/admin/forms/QuerySelect.tsx'
import { topicNamesQuery, topicsFailure } from '../topics.functions.ts'

type Props = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'> & {
  label: string
  none: string
  /** The value of an option. */
  by: 'id' | 'slug'
  value?: string
  error?: string | undefined
  ref?: Ref<HTMLSelectElement>
}

export function TopicSelect({ by, ...select }: Props) {
  const { value } = select
  return (
    <QuerySelect {...select} query={useQuery(topicNamesQuery)} failure={topicsFailure()}>
      {(topics) => (
        <>
          {topics.map((topic) => (
            <option key={topic.id} value={topic[by]}>
              {topic.name}
            </option>
          ))}
          {/* A saved view may name a topic that was deleted. */}
          {value && !topics.some((topic) => topic[by] === value) && (
            <option value={value}>{phrase('Deleted topic')}</option>
          )}
        </>
      )}
    </QuerySelect>
  )
}
