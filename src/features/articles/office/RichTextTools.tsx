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
import { useState } from 'react'
import { LinkForm } from './LinkForm.tsx'

type Tool = {
  name: string
  keys?: string
  Icon: LucideIcon
  run: (editor: Editor) => void
  isOn?: (editor: Editor) => boolean
  isOff?: (editor: Editor) => boolean
}

const TOOLS: readonly Tool[] = [
  {
    name: 'Bold',
    keys: 'Ctrl+B',
    Icon: Bold,
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isOn: (editor) => editor.isActive('bold'),
  },
  {
    name: 'Italic',
    keys: 'Ctrl+I',
    Icon: Italic,
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    isOn: (editor) => editor.isActive('italic'),
  },
  {
    name: 'Heading',
    keys: 'Ctrl+Alt+2',
    Icon: Heading2,
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
  },
  {
    name: 'Subheading',
    keys: 'Ctrl+Alt+3',
    Icon: Heading3,
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
  },
  {
    name: 'Bulleted list',
    keys: 'Ctrl+Shift+8',
    Icon: List,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    name: 'Numbered list',
    keys: 'Ctrl+Shift+7',
    Icon: ListOrdered,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    name: 'Quotation',
    keys: 'Ctrl+Shift+B',
    Icon: Quote,
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
]

const HISTORY: readonly Tool[] = [
  {
    name: 'Undo',
    keys: 'Ctrl+Z',
    Icon: Undo2,
    run: (editor) => editor.chain().focus().undo().run(),
    isOff: (editor) => !editor.can().undo(),
  },
  {
    name: 'Redo',
    keys: 'Ctrl+Shift+Z',
    Icon: Redo2,
    run: (editor) => editor.chain().focus().redo().run(),
    isOff: (editor) => !editor.can().redo(),
  },
]

/** The row of tools over the text: one stop of the Tab key, walked with the arrows. */
export function RichTextTools({ editor }: { editor: Editor }) {
  const [isLinking, setIsLinking] = useState(false)
  const isInLink = useEditorState({ editor, selector: ({ editor }) => editor.isActive('link') })
  return (
    <>
      <Toolbar.Root aria-label="Formatting" className="flex flex-wrap border-b border-rule">
        {TOOLS.map((tool) => (
          <ToolButton key={tool.name} editor={editor} tool={tool} />
        ))}
        <Toolbar.Button
          aria-label="Link"
          title="Link"
          aria-pressed={isInLink}
          aria-expanded={isLinking}
          onClick={() => setIsLinking(!isLinking)}
          className="office-icon-button aria-pressed:bg-wash aria-pressed:text-ink"
        >
          <LinkIcon aria-hidden size={16} />
        </Toolbar.Button>
        <Toolbar.Separator className="mx-1 my-2 w-px bg-rule" />
        {HISTORY.map((tool) => (
          <ToolButton key={tool.name} editor={editor} tool={tool} />
        ))}
      </Toolbar.Root>
      {isLinking && <LinkForm editor={editor} onDone={() => setIsLinking(false)} />}
    </>
  )
}

function ToolButton({ editor, tool }: { editor: Editor; tool: Tool }) {
  const { name, keys, Icon, run, isOn, isOff } = tool
  const state = useEditorState({
    editor,
    selector: ({ editor }) => ({ isOn: isOn?.(editor), isOff: isOff?.(editor) ?? false }),
  })
  return (
    <Toolbar.Button
      aria-label={name}
      title={keys ? `${name} (${keys})` : name}
      aria-pressed={state.isOn}
      aria-disabled={state.isOff}
      // The text keeps the focus, and what is typed on goes there.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => state.isOff || run(editor)}
      className="office-icon-button aria-disabled:opacity-40 aria-pressed:bg-wash aria-pressed:text-ink"
    >
      <Icon aria-hidden size={16} />
    </Toolbar.Button>
  )
}
