import { formatDayAndTime } from '#kernel/dates.ts'
import { Button } from './Button.tsx'
import { FormNotices } from './FormNotices.tsx'
import type { StoredForm } from './useStoredForm.ts'

type FieldValue = string | number | boolean

type Props<Fields extends Record<string, FieldValue>> = {
  form: StoredForm<Fields>
  /** `at` is ISO 8601. */
  changedBy: { email: string; at: string } | null
  labels: Record<keyof Fields & string, string>
  /** As in the form; by default the value itself. */
  formatValue?: (name: keyof Fields & string, values: Fields) => string | undefined
}

/** Edited fields that somebody else has changed meanwhile. */
export function ConflictNotice<Fields extends Record<string, FieldValue>>(props: Props<Fields>) {
  return <FormNotices>{props.form.conflicts.length > 0 && <Conflicts {...props} />}</FormNotices>
}

function Conflicts<Fields extends Record<string, FieldValue>>({
  form,
  changedBy,
  labels,
  formatValue,
}: Props<Fields>) {
  return (
    <div className="form-notice sheet flex flex-col gap-2 border-caution p-4">
      <p className="text-14 font-semibold">
        {changedBy
          ? `${changedBy.email} changed this at ${formatDayAndTime(changedBy.at)}, while you were editing.`
          : 'This was changed elsewhere while you were editing.'}
      </p>
      <p className="text-13 text-muted">
        Your changes are still here. Saving them overwrites the stored values.
      </p>
      <ul className="flex flex-col gap-2">
        {form.conflicts.map((name) => (
          <li
            key={name}
            className="flex flex-wrap items-center justify-between gap-2 border-t border-rule pt-2"
          >
            <span className="min-w-0 text-13 wrap-anywhere">
              <span className="font-semibold">{labels[name]}</span> is now{' '}
              <bdi>{formatValue?.(name, form.base) ?? shorten(String(form.base[name] ?? ''))}</bdi>
            </span>
            <Button aria-label={`Use theirs for ${labels[name]}`} onClick={() => form.discardField(name)}>
              Use theirs
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function shorten(value: string): string {
  if (value === 'true') return 'on'
  if (value === 'false') return 'off'
  if (value.trim() === '') return 'empty'
  return value.length > 120 ? `“${value.slice(0, 120)}…”` : `“${value}”`
}
