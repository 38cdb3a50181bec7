import { type ReactNode, useEffect } from 'react'
import { failureText } from '#kernel/failure-text.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { formatDayAndTime } from '#kernel/time/dates.ts'
import { isAborted, logFault } from '../../show-failure.ts'
import { Button } from '../Button.tsx'
import type { StoredForm } from './useStoredForm.ts'

type Props = {
  /** Announced politely. */
  children: ReactNode
  alert?: ReactNode
}

/** The first child of a tall element, sticky at the top of the window or dialog. */
export function FormNotices({ children, alert }: Props) {
  return (
    <div className="form-notices z-10 flex max-h-[45dvh] flex-col gap-2 overflow-y-auto bg-paper">
      {/* Screen readers announce only changes of existing regions. */}
      <div role="status" aria-atomic={false} className="contents">
        {children}
      </div>
      <div role="alert" className="contents">
        {alert}
      </div>
    </div>
  )
}

type NoticeProps = { children: ReactNode; actions?: ReactNode; isFailure?: boolean }

export function FormNotice({ children, actions, isFailure = false }: NoticeProps) {
  return (
    <div
      className={`form-notice flex flex-wrap items-center justify-between gap-3 border p-3 ${isFailure ? 'border-danger' : 'border-caution bg-wash'}`}
    >
      <div className="min-w-52 flex-1 text-14">{children}</div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}

type FieldValue = string | number | boolean

type ConflictNoticeProps<Fields extends Record<string, FieldValue>> = {
  form: StoredForm<Fields>
  /** `at` is ISO 8601. */
  changedBy: { email: string; at: string } | null
  labels: Record<keyof Fields & string, string>
  /** Formats a value as the form shows it; unchanged by default. */
  formatValue?: (name: keyof Fields & string, values: Fields) => string | undefined
}

/** Lists the fields that another user changed while this form was open. */
export function ConflictNotice<Fields extends Record<string, FieldValue>>(
  props: ConflictNoticeProps<Fields>,
) {
  return <FormNotices>{props.form.conflicts.length > 0 && <Conflicts {...props} />}</FormNotices>
}

function Conflicts<Fields extends Record<string, FieldValue>>({
  form,
  changedBy,
  labels,
  formatValue,
}: ConflictNoticeProps<Fields>) {
  return (
    <div className="form-notice sheet flex flex-col gap-2 border-caution p-4">
      <p className="text-14 font-semibold">
        {changedBy
          ? phrase('{email} changed this on {at}, while you were editing.', {
              email: changedBy.email,
              at: formatDayAndTime(changedBy.at),
            })
          : phrase('This was changed elsewhere while you were editing.')}
      </p>
      <p className="text-13 text-muted">
        {phrase('Your changes are still here. Saving them overwrites the stored values.')}
      </p>
      <ul className="flex flex-col gap-2">
        {form.conflicts.map((name) => (
          <li
            key={name}
            className="flex flex-wrap items-center justify-between gap-2 border-t border-rule pt-2"
          >
            <span className="min-w-0 text-13 wrap-anywhere">
              {phraseParts('{name} is now {value}', {
                name: (
                  <span key="name" className="font-semibold">
                    {labels[name]}
                  </span>
                ),
                value: (
                  <bdi key="value">
                    {formatValue?.(name, form.base) ?? shorten(String(form.base[name] ?? ''))}
                  </bdi>
                ),
              })}
            </span>
            <Button
              aria-label={phrase('Use Theirs for {name}', { name: labels[name] })}
              onClick={() => form.discardField(name)}
            >
              {phrase('Use Theirs')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function shorten(value: string): string {
  if (value === 'true') return phrase('on')
  if (value === 'false') return phrase('off')
  if (value.trim() === '') return phrase('empty')
  return value.length > 120 ? `“${value.slice(0, 120)}…”` : `“${value}”`
}

type ChangeErrorProps = {
  /** The error of a mutation. */
  error: Error | null
  /** Says what failed (spec §8). */
  text: string
}

/** Shows an error inside a dialog, which would cover a toast. */
export function ChangeError({ error, text }: ChangeErrorProps) {
  useEffect(() => logFault(error), [error])
  return (
    <div role="alert" className="text-14 font-semibold text-danger empty:hidden">
      {error && !isAborted(error) && failureText(error, text)}
    </div>
  )
}
