import Collaboration from '@tiptap/extension-collaboration'
import { Placeholder } from '@tiptap/extensions'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { useEffect, useId } from 'react'
import type { Awareness } from 'y-protocols/awareness'
import type * as Y from 'yjs'
import { formatNumber } from '#kernel/format-count.ts'
import { showToast } from '#ui/toast.ts'
import { MAX_PASTED_CHARACTERS } from '../rules/clipboard.ts'
import { contentOf } from '../rules/draft-document.ts'
import { Carets } from './carets.ts'
import { cleanPastedHtml } from './clean-pasted-html.ts'
import { NoteHighlights } from './note-highlights.ts'
import type { NotePassages } from './note-passages.ts'
import { RichTextToolbar } from './RichTextToolbar.tsx'
import { CurrentSelection } from './read-selection.ts'
import { RICH_TEXT } from './rich-text-document.ts'
import { SmartPunctuation } from './smart-punctuation-extension.ts'
import { useSmartPunctuation } from './useSmartPunctuation.ts'

const HINT = 'Write the text. Press / for headings, lists and other blocks.'

type Props = {
  label: string
  doc: Y.Doc
  awareness: Awareness
  passages: NotePassages
  isReadOnly: boolean
  error: string | undefined
}

export function RichTextEditor({ label, doc, awareness, passages, isReadOnly, error }: Props) {
  const id = useId()
  const hasSmartPunctuation = useSmartPunctuation()
  const editor = useEditor({
    extensions: [
      RICH_TEXT,
      Collaboration.configure({ fragment: contentOf(doc) }),
      Carets.configure({ awareness }),
      NoteHighlights.configure({ passages }),
      SmartPunctuation.configure({ isOn: hasSmartPunctuation }),
      CurrentSelection,
      Placeholder.configure({ placeholder: HINT }),
    ],
    editable: !isReadOnly,
    editorProps: {
      transformPastedHTML: cleanPastedHtml,
      handlePaste: (_, __, { content }) => refuseLongText(content.size),
      attributes: {
        role: 'textbox',
        dir: 'auto',
        'aria-multiline': 'true',
        'aria-placeholder': HINT,
        'aria-labelledby': id,
        class: 'prose [&_li>p]:mb-0! max-w-none! min-h-[50dvh] py-3 focus-visible:outline-offset-4',
      },
    },
  })
  // Tiptap ignores changes of the option.
  useEffect(() => {
    if (editor.isEditable === isReadOnly) editor.setEditable(!isReadOnly, false)
  }, [editor, isReadOnly])
  const isReady = useEditorState({ editor, selector: (state) => state.editor !== null })
  return (
    <div className="rich-text flex flex-col gap-1">
      <span id={id} className="sr-only">
        {label}
      </span>
      {isReady && !isReadOnly && <RichTextToolbar editor={editor} />}
      <EditorContent editor={editor} />
      {error && <p className="text-13 font-semibold text-danger">{error}</p>}
    </div>
  )
}

/** @returns whether it is refused */
function refuseLongText(characters: number): boolean {
  if (characters <= MAX_PASTED_CHARACTERS) return false
  const limit = formatNumber(MAX_PASTED_CHARACTERS)
  void showToast({
    title: 'Text not pasted',
    text: `Paste ${limit} characters at most at once.`,
    isError: true,
  })
  return true
}
