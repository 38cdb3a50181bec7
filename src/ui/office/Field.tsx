import { type ReactNode, useId } from 'react'

export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type Props = {
  label: string
  help?: ReactNode
  error?: string | undefined
  isRequired?: boolean
  /** Shows the label to assistive technology only. */
  isLabelHidden?: boolean
  children: (control: ControlProps) => ReactNode
}

export function Field({ label, help, error, isRequired = false, isLabelHidden = false, children }: Props) {
  const id = useId()
  const helpId = help ? `${id}-help` : undefined
  const errorId = error ? `${id}-error` : undefined
  const describedBy = [errorId, helpId].filter(Boolean).join(' ') || undefined
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-13 font-semibold'}>
        {label}
        {isRequired && <span className="text-muted"> (required)</span>}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={errorId} className="text-13 font-semibold text-danger">
          {error}
        </p>
      )}
      {help && (
        <p id={helpId} className="text-13 text-muted">
          {help}
        </p>
      )}
    </div>
  )
}
