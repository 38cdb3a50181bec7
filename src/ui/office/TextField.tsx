import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { Field } from './Field.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> & {
  label: string
  help?: ReactNode
  error?: string | undefined
  /** A button beside the input. */
  action?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** An input for react-hook-form's `register`. */
export function TextField({ label, help, error, action, ...input }: Props) {
  return (
    <Field label={label} help={help} error={error} isRequired={input.required}>
      {(control) => (
        <div className="flex flex-wrap gap-3">
          <input
            type="text"
            dir="auto"
            {...input}
            {...control}
            className="office-input min-w-0 grow basis-56"
          />
          {action}
        </div>
      )}
    </Field>
  )
}
