import { EditorContent } from '@tiptap/react'
import { useState } from 'react'
import { FindPanel } from './FindPanel.tsx'
import type { ArticleEditor } from './article-editor.ts'
import { HtmlSourceDialog } from './HtmlSourceDialog.tsx'
import { RichTextToolbar } from './RichTextToolbar.tsx'
import type { FieldErrors } from './useDraftForm.ts'

type Props = { editor: ArticleEditor; isReadOnly: boolean; errors: FieldErrors }

/** The headline, the standfirst and the text, typed where they stand. */
export function RichTextEditor({ editor, isReadOnly, errors }: Props) {
  const { tiptap } = editor
  const [isSourceOpen, setIsSourceOpen] = useState(false)
  return (
    <div className="rich-text flex flex-col gap-1">
      {!isReadOnly && <RichTextToolbar editor={tiptap} onSource={() => setIsSourceOpen(true)} />}
      <FindPanel editor={tiptap} isReadOnly={isReadOnly} />
      <EditorContent editor={tiptap} />
      {isSourceOpen && (
        <HtmlSourceDialog editor={editor} isReadOnly={isReadOnly} onClose={() => setIsSourceOpen(false)} />
      )}
      {[errors.title, errors.summary, errors.content].map(
        (error) =>
          error && (
            <p key={error} className="text-13 font-semibold text-danger">
              {error}
            </p>
          ),
      )}
    </div>
  )
}
