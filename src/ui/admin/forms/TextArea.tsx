import type { ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import { Field } from './Field.tsx'

type Props = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className'> & {
  label: string
  help?: ReactNode
  error?: string | undefined
  /** Uses a monospaced font. */
  isCode?: boolean
  ref?: Ref<HTMLTextAreaElement>
}

/** A text area for react-hook-form's `register`. */
export function TextArea({ label, help, error, isCode = false, ...area }: Props) {
  return (
    <Field label={label} help={help} error={error} isRequired={area.required}>
      {(control) => (
        <textarea
          dir={isCode ? 'ltr' : 'auto'}
          spellCheck={!isCode}
          {...area}
          {...control}
          className={`admin-input py-2 ${isCode ? 'font-mono' : ''}`}
        />
      )}
    </Field>
  )
}
