import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useId } from 'react'
import { cleanEditorHtml } from '../rules/rich-text.ts'
import { RichTextToolbar } from './RichTextToolbar.tsx'

/** The same elements as in rules/rich-text.ts. */
const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4, 5, 6] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    trailingNode: false,
    link: {
      openOnClick: false,
      HTMLAttributes: { target: null, rel: null },
    },
  }),
]

type Props = {
  label: string
  html: string
  error: string | undefined
  onChange: (html: string) => void
}

/** Calls `onChange` only for changes by the user. */
export function RichTextEditor({ label, html, error, onChange }: Props) {
  const id = useId()
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: html,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': id,
        class: 'prose [&_li>p]:mb-0! max-w-none! min-h-64 px-3 py-2 focus-visible:outline-offset-0',
      },
    },
    onUpdate: ({ editor }) => onChange(editor.isEmpty ? '' : cleanEditorHtml(editor.getHTML())),
  })
  const isReady = useEditorState({ editor, selector: (state) => state.editor !== null })
  return (
    <div className="flex flex-col gap-1">
      <span id={id} className="text-13 font-semibold">
        {label}
      </span>
      <div className="border border-muted bg-paper">
        {isReady && <RichTextToolbar editor={editor} />}
        <EditorContent editor={editor} className="max-h-[60dvh] overflow-y-auto" />
      </div>
      {error && <p className="text-13 font-semibold text-danger">{error}</p>}
    </div>
  )
}
