import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'type'> & {
  label: string
  help?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A checkbox for react-hook-form's `register`. */
export function Switch({ label, help, ...input }: Props) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4">
      <div>
        <label htmlFor={id} className="text-14 font-semibold">
          {label}
        </label>
        {help && (
          <p id={`${id}-help`} className="text-13 text-muted">
            {help}
          </p>
        )}
      </div>
      <input
        {...input}
        id={id}
        type="checkbox"
        aria-describedby={help ? `${id}-help` : undefined}
        className="switch"
      />
    </div>
  )
}
