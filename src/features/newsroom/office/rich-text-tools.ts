import type { Editor } from '@tiptap/react'
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  List,
  ListOrdered,
  type LucideIcon,
  Pilcrow,
  Quote,
  Redo2,
  Undo2,
} from 'lucide-react'

export type Tool = {
  name: string
  shortcut?: string
  Icon: LucideIcon
  run: (editor: Editor) => void
  isActive?: (editor: Editor) => boolean
  isDisabled?: (editor: Editor) => boolean
}

export const MARK_TOOLS: readonly Tool[] = [
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
]

/** For the toolbar and the block menu. */
export const BLOCK_TOOLS: readonly Tool[] = [
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

/** Only in the block menu: each button of the toolbar turns its block back into a paragraph. */
export const PARAGRAPH_TOOL: Tool = {
  name: 'Paragraph',
  shortcut: 'Ctrl+Alt+0',
  Icon: Pilcrow,
  run: (editor) => editor.chain().focus().clearNodes().run(),
}

export const HISTORY_TOOLS: readonly Tool[] = [
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
