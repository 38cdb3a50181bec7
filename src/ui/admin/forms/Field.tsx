import { type ReactNode, useId } from 'react'
import { phrase } from '#kernel/text/phrase.ts'

export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type Props = {
  label: string
  help?: ReactNode
  error?: string | undefined
  /** A button beside the control; in narrow windows, below the field. */
  action?: ReactNode
  isRequired?: boolean
  isLabelHidden?: boolean
  children: (control: ControlProps) => ReactNode
}

export function Field({
  label,
  help,
  error,
  action,
  isRequired = false,
  isLabelHidden = false,
  children,
}: Props) {
  const id = useId()
  const helpId = help ? `${id}-help` : undefined
  const errorId = error ? `${id}-error` : undefined
  const describedBy = [errorId, helpId].filter(Boolean).join(' ') || undefined
  return (
    <div className={action ? 'grid gap-x-3 gap-y-1 sm:grid-cols-[1fr_auto]' : 'flex flex-col gap-1'}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'col-span-full text-13 font-semibold'}>
        {label}
        {isRequired && <span className="text-muted"> {phrase('(required)')}</span>}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={errorId} className="col-start-1 text-13 font-semibold text-danger">
          {error}
        </p>
      )}
      {help && (
        <p id={helpId} className="col-start-1 text-13 text-muted">
          {help}
        </p>
      )}
      {action && <div className="max-sm:pt-2 sm:col-start-2 sm:row-start-2">{action}</div>}
    </div>
  )
}
