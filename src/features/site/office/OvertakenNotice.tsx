import { formatDayAndTime } from '#kernel/dates.ts'
import { Button } from '#ui/office/Button.tsx'
import type { StoredForm } from './useStoredForm.ts'

type Fields = Record<string, string>

type Props<T extends Fields> = {
  form: StoredForm<T>
  changedBy: { email: string; at: string } | null
  labels: Record<keyof T & string, string>
}

/** Says that somebody else has changed what is being typed into; what was typed is kept until it is given up here. */
export function OvertakenNotice<T extends Fields>({ form, changedBy, labels }: Props<T>) {
  if (form.overtaken.length === 0) return null
  return (
    <div role="status" className="sheet flex flex-col gap-2 border-caution p-4">
      <p className="text-14 font-semibold">
        {changedBy
          ? `${changedBy.email} changed this at ${formatDayAndTime(changedBy.at)}, while you were writing.`
          : 'This was changed elsewhere while you were writing.'}
      </p>
      <p className="text-13 text-muted">What you typed is kept. Saving it overwrites what is stored now.</p>
      <ul className="flex flex-col gap-2">
        {form.overtaken.map((name) => (
          <li
            key={name}
            className="flex flex-wrap items-center justify-between gap-2 border-t border-rule pt-2"
          >
            <span className="min-w-0 text-13 wrap-anywhere">
              <span className="font-semibold">{labels[name]}</span> is now{' '}
              <bdi>{inShort(form.base[name])}</bdi>
            </span>
            <Button aria-label={`Use theirs for ${labels[name]}`} onClick={() => form.takeTheirs(name)}>
              Use theirs
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function inShort(value = ''): string {
  if (value === 'true') return 'on'
  if (value === 'false') return 'off'
  if (value.trim() === '') return 'empty'
  return value.length > 120 ? `“${value.slice(0, 120)}…”` : `“${value}”`
}
