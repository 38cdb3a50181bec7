import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { Field } from './Field.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> & {
  label: string
  help?: ReactNode
  error?: string | undefined
  action?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** An input for react-hook-form's `register`. */
export function TextField({ label, help, error, action, ...input }: Props) {
  return (
    <Field label={label} help={help} error={error} action={action} isRequired={input.required}>
      {(control) => <input type="text" dir="auto" {...input} {...control} className="admin-input" />}
    </Field>
  )
}
