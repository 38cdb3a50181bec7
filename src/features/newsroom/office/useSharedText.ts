import { useCallback } from 'react'
import type * as Y from 'yjs'
import { type TextField, textOf } from '../rules/draft-document.ts'
import { bindText, type Control, type TypingRules } from './bind-text.ts'

/** Returns the props of an uncontrolled input or text area. `correct` must be stable. */
export function useSharedText(
  doc: Y.Doc,
  field: TextField,
  { isOneLine = false, correct }: TypingRules = {},
) {
  const ref = useCallback(
    (control: Control | null) =>
      control ? bindText(control, textOf(doc, field), { isOneLine, correct }) : undefined,
    [doc, field, isOneLine, correct],
  )
  return { ref, name: field }
}
