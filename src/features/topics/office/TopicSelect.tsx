import { useQuery } from '@tanstack/react-query'
import { QuerySelect } from '#ui/office/QuerySelect.tsx'
import { TOPICS_FAILURE, topicsQuery } from '../topics.functions.ts'

type Props = {
  label: string
  none: string
  /** The property that is the value of an option. */
  by: 'id' | 'slug'
  value: string
  error?: string | undefined
  required?: boolean
  onChange: (value: string) => void
  'data-autofocus'?: boolean
}

export function TopicSelect({ by, value, onChange, ...select }: Props) {
  return (
    <QuerySelect
      {...select}
      value={value}
      query={useQuery(topicsQuery)}
      failure={TOPICS_FAILURE}
      onChange={({ target }) => onChange(target.value)}
    >
      {(topics) => (
        <>
          {topics.map((topic) => (
            <option key={topic.id} value={topic[by]}>
              {topic.name}
            </option>
          ))}
          {/* A saved view may name a topic that was deleted. */}
          {value && !topics.some((topic) => topic[by] === value) && (
            <option value={value}>Deleted topic</option>
          )}
        </>
      )}
    </QuerySelect>
  )
}
