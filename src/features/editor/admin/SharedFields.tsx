import { useEditorState } from '@tiptap/react'
import type { ComponentProps } from 'react'
import { type FieldOfType, fieldOf } from '#features/drafts/rules/article-fields.ts'
import type { DocumentAttributes } from '#features/drafts/rules/draft-schema.ts'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import type { ArticleEditor } from './article-editor.ts'

/** The fields that are attributes of the document, and change with others' edits. */
export function useFields({ tiptap }: ArticleEditor): DocumentAttributes {
  return useEditorState({
    editor: tiptap,
    selector: ({ editor }) => editor.state.doc.attrs as DocumentAttributes,
  })
}

export function changeFields(editor: ArticleEditor, changes: Partial<DocumentAttributes>): void {
  const { tr, doc } = editor.state
  for (const [field, value] of Object.entries(changes))
    if (doc.attrs[field] !== value) tr.setDocAttribute(field, value)
  if (tr.docChanged) editor.dispatch(tr)
}

/** The headline is a line too, but a part of the text. */
type TextName = Exclude<FieldOfType<'line' | 'url' | 'image' | 'image-alt'>, 'title'>

/** Props of a controlled input or text area. */
export function useTextField(editor: ArticleEditor, field: TextName) {
  const value = useFields(editor)[field] ?? ''
  return {
    name: field,
    value,
    onChange: ({ target }: { target: { value: string } }) =>
      changeFields(editor, {
        [field]: fieldOf(field).default === null ? target.value || null : target.value,
      }),
  }
}

type Props = Omit<ComponentProps<typeof TextField>, 'ref' | 'name'> & {
  editor: ArticleEditor
  field: TextName
}

export function SharedTextField({ editor, field, ...props }: Props) {
  return <TextField {...props} {...useTextField(editor, field)} />
}
