import type { ReactNode, Ref, SelectHTMLAttributes } from 'react'
import { Field } from './Field.tsx'

type Props = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className'> & {
  label: string
  help?: ReactNode
  error?: string | undefined
  ref?: Ref<HTMLSelectElement>
}

export function Select({ label, help, error, ...select }: Props) {
  return (
    <Field label={label} help={help} error={error} isRequired={select.required}>
      {(control) => <select {...select} {...control} className="admin-input select-face pe-8" />}
    </Field>
  )
}
