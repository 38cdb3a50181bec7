import { type Editor, useEditorState } from '@tiptap/react'
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Undo2,
} from 'lucide-react'
import { Toolbar } from 'radix-ui'
import { useEffect, useState } from 'react'
import { LinkForm } from './LinkForm.tsx'

type Tool = {
  name: string
  shortcut?: string
  Icon: LucideIcon
  run: (editor: Editor) => void
  isActive?: (editor: Editor) => boolean
  isDisabled?: (editor: Editor) => boolean
}

const TOOLS: readonly Tool[] = [
  {
    name: 'Bold',
    shortcut: 'Ctrl+B',
    Icon: Bold,
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isActive: (editor) => editor.isActive('bold'),
  },
  {
    name: 'Italic',
    shortcut: 'Ctrl+I',
    Icon: Italic,
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    isActive: (editor) => editor.isActive('italic'),
  },
  {
    name: 'Heading',
    shortcut: 'Ctrl+Alt+2',
    Icon: Heading2,
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    isActive: (editor) => editor.isActive('heading', { level: 2 }),
  },
  {
    name: 'Subheading',
    shortcut: 'Ctrl+Alt+3',
    Icon: Heading3,
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    isActive: (editor) => editor.isActive('heading', { level: 3 }),
  },
  {
    name: 'Bulleted list',
    shortcut: 'Ctrl+Shift+8',
    Icon: List,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isActive: (editor) => editor.isActive('bulletList'),
  },
  {
    name: 'Numbered list',
    shortcut: 'Ctrl+Shift+7',
    Icon: ListOrdered,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isActive: (editor) => editor.isActive('orderedList'),
  },
  {
    name: 'Quotation',
    shortcut: 'Ctrl+Shift+B',
    Icon: Quote,
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    isActive: (editor) => editor.isActive('blockquote'),
  },
]

const HISTORY: readonly Tool[] = [
  {
    name: 'Undo',
    shortcut: 'Ctrl+Z',
    Icon: Undo2,
    run: (editor) => editor.chain().focus().undo().run(),
    isDisabled: (editor) => !editor.can().undo(),
  },
  {
    name: 'Redo',
    shortcut: 'Ctrl+Shift+Z',
    Icon: Redo2,
    run: (editor) => editor.chain().focus().redo().run(),
    isDisabled: (editor) => !editor.can().redo(),
  },
]

/** A single tab stop, navigated with the arrow keys. */
export function RichTextToolbar({ editor }: { editor: Editor }) {
  const [isLinkFormOpen, setIsLinkFormOpen] = useState(false)
  const isLinkActive = useEditorState({ editor, selector: ({ editor }) => editor.isActive('link') })

  useEffect(() => {
    const { dom } = editor.view
    function onKeyDown(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setIsLinkFormOpen(true)
    }
    dom.addEventListener('keydown', onKeyDown)
    return () => dom.removeEventListener('keydown', onKeyDown)
  }, [editor])

  return (
    <div className="sticky top-0 z-5 bg-paper">
      <Toolbar.Root aria-label="Formatting" className="flex flex-wrap border-b border-rule">
        {TOOLS.map((tool) => (
          <ToolButton key={tool.name} editor={editor} tool={tool} />
        ))}
        <Toolbar.Button
          aria-label="Link"
          title="Link (Ctrl+K)"
          aria-pressed={isLinkActive}
          aria-expanded={isLinkFormOpen}
          onClick={() => setIsLinkFormOpen(!isLinkFormOpen)}
          className="office-icon-button aria-pressed:bg-wash aria-pressed:text-ink"
        >
          <LinkIcon aria-hidden size={16} />
        </Toolbar.Button>
        <Toolbar.Separator className="mx-1 my-2 w-px bg-rule" />
        {HISTORY.map((tool) => (
          <ToolButton key={tool.name} editor={editor} tool={tool} />
        ))}
      </Toolbar.Root>
      {isLinkFormOpen && <LinkForm editor={editor} onDone={() => setIsLinkFormOpen(false)} />}
    </div>
  )
}

function ToolButton({ editor, tool }: { editor: Editor; tool: Tool }) {
  const { name, shortcut, Icon, run, isActive, isDisabled } = tool
  const state = useEditorState({
    editor,
    selector: ({ editor }) => ({ isActive: isActive?.(editor), isDisabled: isDisabled?.(editor) ?? false }),
  })
  return (
    <Toolbar.Button
      aria-label={name}
      title={shortcut ? `${name} (${shortcut})` : name}
      aria-pressed={state.isActive}
      aria-disabled={state.isDisabled}
      // Keeps the focus in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => state.isDisabled || run(editor)}
      className="office-icon-button aria-disabled:opacity-40 aria-pressed:bg-wash aria-pressed:text-ink"
    >
      <Icon aria-hidden size={16} />
    </Toolbar.Button>
  )
}
