import { useLayoutEffect, useRef } from 'react'
import type { ArticleEditor } from './article-editor.ts'
import { FindPanel } from './FindPanel.tsx'
import type { FieldErrors } from './useDraftForm.ts'

type Props = { editor: ArticleEditor; isReadOnly: boolean; errors: FieldErrors }

/** The headline, the standfirst and the text, edited in place. */
export function RichTextEditor({ editor, isReadOnly, errors }: Props) {
  const { tiptap } = editor
  const element = useRef<HTMLDivElement>(null)
  // Tiptap's `EditorContent` would draw the text again to prepare node views in React, which this editor does not have.
  useLayoutEffect(() => element.current?.append(tiptap.view.dom), [tiptap])
  return (
    <article className="rich-text">
      <FindPanel editor={tiptap} isReadOnly={isReadOnly} />
      {[errors.title, errors.summary, errors.content].map(
        (error) =>
          error && (
            <p key={error} className="text-13 font-semibold text-danger">
              {error}
            </p>
          ),
      )}
      <div ref={element} />
    </article>
  )
}
