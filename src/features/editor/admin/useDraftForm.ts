import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ArticleField, type ArticleForm, FIELD_NAMES } from '#features/drafts/rules/article-fields.ts'
import { articleFormSchema, draftFormSchema } from '#features/drafts/rules/article-form.ts'
import { focusPart } from './article-editor.ts'
import type { EditorSession } from './useDraftSession.ts'

/** Reading the form of a long text is too slow for each keystroke. */
const READ_DELAY_MS = 200

export type FieldErrors = Partial<Record<ArticleField, string>>

/**
 * Returns the form of a document, and its errors since the last check.
 *
 * @param onInvalid called with the first invalid field, before it is focused
 */
export function useDraftForm(session: EditorSession, onInvalid: (field: ArticleField) => void) {
  const { editor } = session
  const [values, setValues] = useState(session.readForm)
  const [checked, setChecked] = useState<typeof articleFormSchema | typeof draftFormSchema>()

  useEffect(() => {
    let timer: number | undefined
    const update = () => {
      timer = undefined
      setValues(session.readForm())
    }
    const stop = editor.onTransaction(({ docChanged }) => {
      if (docChanged) timer ??= window.setTimeout(update, READ_DELAY_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [editor, session])

  return {
    values,
    errors: checked ? findErrors(values, checked) : {},

    /**
     * Shows the errors and focuses the first one.
     *
     * @param isComplete only publication needs complete fields
     * @returns whether there are no errors
     */
    validate({ isComplete }: { isComplete: boolean }): boolean {
      const schema = isComplete ? articleFormSchema : draftFormSchema
      const current = session.readForm()
      const errors = findErrors(current, schema)
      const first = FIELD_NAMES.find((field) => errors[field])
      // Renders at once: an error opens the section of its field.
      flushSync(() => {
        setValues(current)
        setChecked(first && schema)
      })
      if (!first) return true
      onInvalid(first)
      if (!focusPart(editor, first)) document.getElementsByName(first)[0]?.focus()
      return false
    },
  }
}

function findErrors(
  form: ArticleForm,
  schema: typeof articleFormSchema | typeof draftFormSchema,
): FieldErrors {
  const { error } = schema.safeParse(form)
  const issues = error?.issues.toReversed() ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path[0], message]))
}
