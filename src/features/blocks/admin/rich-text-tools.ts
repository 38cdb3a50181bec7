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
  Subscript,
  Superscript,
  Undo2,
} from 'lucide-react'

export type Tool = {
  name: string
  shortcut?: string
  Icon: LucideIcon
  command: (editor: Editor) => boolean
  isActive?: (editor: Editor) => boolean
  isDisabled?: (editor: Editor) => boolean
}

export const MARK_TOOLS: readonly Tool[] = [
  {
    name: 'Bold',
    shortcut: 'Ctrl+B',
    Icon: Bold,
    command: (editor) => editor.commands.toggleBold(),
    isActive: (editor) => editor.isActive('bold'),
  },
  {
    name: 'Italic',
    shortcut: 'Ctrl+I',
    Icon: Italic,
    command: (editor) => editor.commands.toggleItalic(),
    isActive: (editor) => editor.isActive('italic'),
  },
]

/** Only in the toolbar. */
export const SCRIPT_TOOLS: readonly Tool[] = [
  {
    name: 'Superscript',
    shortcut: 'Ctrl+.',
    Icon: Superscript,
    command: (editor) => editor.commands.toggleMark('superscript'),
    isActive: (editor) => editor.isActive('superscript'),
  },
  {
    name: 'Subscript',
    shortcut: 'Ctrl+,',
    Icon: Subscript,
    command: (editor) => editor.commands.toggleMark('subscript'),
    isActive: (editor) => editor.isActive('subscript'),
  },
]

export const BLOCK_TOOLS: readonly Tool[] = [
  {
    name: 'Heading',
    shortcut: 'Ctrl+Alt+2',
    Icon: Heading2,
    command: (editor) => editor.commands.toggleHeading({ level: 2 }),
    isActive: (editor) => editor.isActive('heading', { level: 2 }),
  },
  {
    name: 'Subheading',
    shortcut: 'Ctrl+Alt+3',
    Icon: Heading3,
    command: (editor) => editor.commands.toggleHeading({ level: 3 }),
    isActive: (editor) => editor.isActive('heading', { level: 3 }),
  },
  {
    name: 'Bulleted list',
    shortcut: 'Ctrl+Shift+8',
    Icon: List,
    command: (editor) => editor.commands.toggleBulletList(),
    isActive: (editor) => editor.isActive('bulletList'),
  },
  {
    name: 'Numbered list',
    shortcut: 'Ctrl+Shift+7',
    Icon: ListOrdered,
    command: (editor) => editor.commands.toggleOrderedList(),
    isActive: (editor) => editor.isActive('orderedList'),
  },
  {
    name: 'Quotation',
    shortcut: 'Ctrl+Shift+B',
    Icon: Quote,
    command: (editor) => editor.commands.toggleBlockquote(),
    isActive: (editor) => editor.isActive('blockquote'),
  },
]

/** Only in the block menu: a button of the toolbar turns its block back into a paragraph. */
export const PARAGRAPH_TOOL: Tool = {
  name: 'Paragraph',
  shortcut: 'Ctrl+Alt+0',
  Icon: Pilcrow,
  command: (editor) => editor.commands.clearNodes(),
}

export const HISTORY_TOOLS: readonly Tool[] = [
  {
    name: 'Undo',
    shortcut: 'Ctrl+Z',
    Icon: Undo2,
    command: (editor) => editor.commands.undo(),
    isDisabled: (editor) => !editor.can().undo(),
  },
  {
    name: 'Redo',
    shortcut: 'Ctrl+Shift+Z',
    Icon: Redo2,
    command: (editor) => editor.commands.redo(),
    isDisabled: (editor) => !editor.can().redo(),
  },
]

/** Focuses at once, so that the next keys reach the text: the editor's own command waits for a frame. */
export function focusEditor(editor: Editor): void {
  editor.view.focus()
  editor.commands.scrollIntoView()
}

export function runTool({ command }: Tool, editor: Editor): void {
  focusEditor(editor)
  command(editor)
}
