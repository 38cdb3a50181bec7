import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId } from 'react'
import { TextArea } from '#ui/office/TextArea.tsx'
import { adCodeQuery } from '../edit-ads.functions.ts'
import { type AdPlace, MAX_AD_CODE_LENGTH } from '../rules/ad-settings.ts'
import { AdOutcome } from './AdOutcome.tsx'
import { useRested } from './useRested.ts'

type Props = {
  place: AdPlace
  label: string
  help: string
  value: string
  input: Partial<ComponentProps<typeof TextArea>>
}

/** The box for one ad code, and beside it what becomes of it. */
export function AdCodeField({ place, label, help, value, input }: Props) {
  const id = useId()
  const rested = useRested(value)
  const { data, isFetching, error } = useQuery({
    ...adCodeQuery(place, rested),
    enabled: rested.trim() !== '',
    placeholderData: (known) => known,
  })
  return (
    <div className="grid gap-x-6 gap-y-2 border-t border-rule pt-4 lg:grid-cols-2">
      <TextArea label={label} help={help} rows={4} isCode maxLength={MAX_AD_CODE_LENGTH} {...input} />
      <section aria-labelledby={id} aria-busy={isFetching} className="min-w-0">
        <h2 id={id} className="text-13 font-semibold">
          What is kept<span className="sr-only"> of the {label.toLowerCase()}</span>
        </h2>
        {value.trim() === '' && <p className="pt-1 text-13 text-muted">Nothing is shown in this place.</p>}
        {value.trim() !== '' && error && (
          <p className="pt-1 text-13 text-muted">It could not be checked just now.</p>
        )}
        {value.trim() !== '' && data && <AdOutcome {...data} />}
      </section>
    </div>
  )
}
