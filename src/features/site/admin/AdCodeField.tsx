import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'
import { LoadError } from '#ui/admin/LoadState.tsx'
import { useDebounced } from '#ui/admin/useDebounced.ts'
import { adCodeQuery } from '../edit-ads.functions.ts'
import { type AdPlace, MAX_AD_CODE_LENGTH } from '../rules/ad-settings.ts'
import type { AdDescription } from '../server/describe-ad.server.ts'

const DEBOUNCE_MS = 400

type Props = {
  place: AdPlace
  label: string
  help: string
  value: string
  input: Partial<ComponentProps<typeof TextArea>>
}

export function AdCodeField({ place, label, help, value, input }: Props) {
  const id = useId()
  const debounced = useDebounced(value, DEBOUNCE_MS)
  const query = useQuery({
    ...adCodeQuery(place, debounced),
    enabled: debounced.trim() !== '',
    placeholderData: (previous) => previous,
  })
  const { data, isFetching } = query
  return (
    <div className="grid gap-x-6 gap-y-2 border-t border-rule pt-4 lg:grid-cols-2">
      <TextArea label={label} help={help} rows={4} isCode maxLength={MAX_AD_CODE_LENGTH} {...input} />
      <section aria-labelledby={id} aria-busy={isFetching} className="min-w-0">
        <h2 id={id} className="text-13 font-semibold">
          {phrase('Preview')}
          <span className="sr-only"> {phrase('of the {label}', { label: label.toLowerCase() })}</span>
        </h2>
        {value.trim() === '' && <p className="pt-1 text-13 text-muted">{phrase('No ad is shown here.')}</p>}
        {value.trim() !== '' && <LoadError query={query} text={phrase('Failed to check the code')} />}
        {value.trim() !== '' && data && <AdCodeResult {...data} />}
      </section>
    </div>
  )
}

function AdCodeResult({ markup, scripts, pushes, hosts, removed }: AdDescription) {
  const isEmpty = markup === '' && scripts.length === 0
  return (
    <div className="flex flex-col gap-2 pt-1 text-13">
      {isEmpty && <p className="font-semibold text-caution">{phrase('None of this code can be used.')}</p>}
      {markup && (
        <pre className="max-h-32 overflow-auto border border-rule bg-wash p-2 font-mono whitespace-pre-wrap wrap-anywhere">
          {markup}
        </pre>
      )}
      {pushes > 0 && (
        <p>
          {pushes === 1
            ? phrase('Contains 1 AdSense unit.')
            : phrase('Contains {pushes} AdSense units.', { pushes })}
        </p>
      )}
      <Lines title={phrase('Scripts')} lines={scripts} />
      <Lines
        title={phrase('Allowed hosts')}
        lines={hosts}
        isInOneRow
        note={phrase('Ads may load scripts, frames and images from these hosts only.')}
      />
      <Lines title={phrase('Removed')} lines={removed} />
    </div>
  )
}

type LinesProps = { title: string; lines: readonly string[]; note?: ReactNode; isInOneRow?: boolean }

function Lines({ title, lines, note, isInOneRow = false }: LinesProps) {
  if (lines.length === 0) return null
  return (
    <div>
      <p className="font-semibold">{title}</p>
      <ul className={`wrap-anywhere ${isInOneRow ? 'flex flex-wrap gap-x-3 font-mono' : 'list-disc ps-5'}`}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {note && <p className="text-muted">{note}</p>}
    </div>
  )
}
