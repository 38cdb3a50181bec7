import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useId } from 'react'
import { plainHtml } from '../rules/rich-text.ts'
import { RichTextTools } from './RichTextTools.tsx'

/** Only what readers are shown (platform/sanitise.server.ts); `beyondRichText` in the domain says the same. */
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
      // What the source says of a link stays; nothing is added.
      HTMLAttributes: { target: null, rel: null },
    },
  }),
]

type Props = {
  label: string
  /** What it begins with; later values are its own. */
  html: string
  error: string | undefined
  onChange: (html: string) => void
}

/** Text edited as readers see it. It tells of changes that somebody makes, and of no others. */
export function RichText({ label, html, error, onChange }: Props) {
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
    onUpdate: ({ editor }) => onChange(editor.isEmpty ? '' : plainHtml(editor.getHTML())),
  })
  const isReady = useEditorState({ editor, selector: (state) => state.editor !== null })
  return (
    <div className="flex flex-col gap-1">
      <span id={id} className="text-13 font-semibold">
        {label}
      </span>
      <div className="border border-muted bg-paper">
        {isReady && <RichTextTools editor={editor} />}
        <EditorContent editor={editor} className="max-h-[60dvh] overflow-y-auto" />
      </div>
      {error && <p className="text-13 font-semibold text-danger">{error}</p>}
    </div>
  )
}
