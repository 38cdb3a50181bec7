import { type ComponentProps, useCallback, useMemo, useSyncExternalStore } from 'react'
import type * as Y from 'yjs'
import {
  type DocumentValues,
  readValues,
  type TextField as TextName,
  textOf,
  valuesOf,
} from '#features/collaboration/rules/draft-document.ts'
import { Field } from '#ui/admin/forms/Field.tsx'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { findSmartPunctuation } from '../rules/smart-punctuation.ts'
import { bindText, type Control, type TypingRules } from './bind-text.ts'
import { useSmartPunctuation } from './useSmartPunctuation.ts'

type Shared<Props> = Omit<Props, 'ref' | 'name'> & { doc: Y.Doc; field: TextName }

export function SharedTextField({ doc, field, ...props }: Shared<ComponentProps<typeof TextField>>) {
  return <TextField {...props} {...useSharedText(doc, field)} />
}

export function SharedTextArea({ doc, field, ...props }: Shared<ComponentProps<typeof TextArea>>) {
  return <TextArea {...props} {...useSharedText(doc, field)} />
}

type WritingFieldProps = {
  doc: Y.Doc
  field: 'title' | 'summary'
  readOnly: boolean
  label: string
  error: string | undefined
}

/** Edits the headline or standfirst as one paragraph in the article's typeface. Enter moves to the next field. */
export function WritingField({ doc, field, readOnly, label, error }: WritingFieldProps) {
  const hasSmartPunctuation = useSmartPunctuation()
  const correct = useCallback<typeof findSmartPunctuation>(
    (...typed) => (hasSmartPunctuation() ? findSmartPunctuation(...typed) : undefined),
    [hasSmartPunctuation],
  )
  const shared = useSharedText(doc, field, { isOneLine: true, correct })
  return (
    <Field label={label} error={error} isRequired={field === 'title'} isLabelHidden>
      {(control) => (
        <textarea
          rows={1}
          dir="auto"
          required={field === 'title'}
          placeholder={label}
          readOnly={readOnly}
          {...shared}
          {...control}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing)
              return
            event.preventDefault()
            focusNext(event.currentTarget)
          }}
          className={`writing-field ${field === 'title' ? 'headline text-30 md:text-38' : 'font-serif text-20 text-muted'}`}
        />
      )}
    </Field>
  )
}

function focusNext(control: HTMLTextAreaElement) {
  const fields = [...(control.form?.querySelectorAll<HTMLElement>('textarea, [role=textbox]') ?? [])]
  fields[fields.indexOf(control) + 1]?.focus()
}

/** Returns the props of an uncontrolled input or text area. `correct` must be stable. */
export function useSharedText(doc: Y.Doc, field: TextName, { isOneLine = false, correct }: TypingRules = {}) {
  const ref = useCallback(
    (control: Control | null) =>
      control ? bindText(control, textOf(doc, field), { isOneLine, correct }) : undefined,
    [doc, field, isOneLine, correct],
  )
  return { ref, name: field }
}

export function useSharedValues(doc: Y.Doc): DocumentValues {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const values = valuesOf(doc)
      values.observe(onChange)
      return () => values.unobserve(onChange)
    },
    [doc],
  )
  const json = () => JSON.stringify(readValues(doc))
  const current = useSyncExternalStore(subscribe, json, json)
  return useMemo(() => JSON.parse(current), [current])
}
