import { redoDepth, undoDepth } from '@tiptap/pm/history'
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
import { phrase } from '#kernel/text/phrase.ts'

export type Tool = {
  name: string
  shortcut?: string
  Icon: LucideIcon
  command: (editor: Editor) => boolean
  isActive?: (editor: Editor) => boolean
  isDisabled?: (editor: Editor) => boolean
}

export const markTools = (): readonly Tool[] => [
  {
    name: phrase('Bold'),
    shortcut: 'Ctrl+B',
    Icon: Bold,
    command: (editor) => editor.commands.toggleBold(),
    isActive: (editor) => editor.isActive('bold'),
  },
  {
    name: phrase('Italic'),
    shortcut: 'Ctrl+I',
    Icon: Italic,
    command: (editor) => editor.commands.toggleItalic(),
    isActive: (editor) => editor.isActive('italic'),
  },
]

/** Only in the toolbar. */
export const scriptTools = (): readonly Tool[] => [
  {
    name: phrase('Superscript'),
    shortcut: 'Ctrl+.',
    Icon: Superscript,
    command: (editor) => editor.commands.toggleMark('superscript'),
    isActive: (editor) => editor.isActive('superscript'),
  },
  {
    name: phrase('Subscript'),
    shortcut: 'Ctrl+,',
    Icon: Subscript,
    command: (editor) => editor.commands.toggleMark('subscript'),
    isActive: (editor) => editor.isActive('subscript'),
  },
]

export const blockTools = (): readonly Tool[] => [
  {
    name: phrase('Heading'),
    shortcut: 'Ctrl+Alt+2',
    Icon: Heading2,
    command: (editor) => editor.commands.toggleHeading({ level: 2 }),
    isActive: (editor) => editor.isActive('heading', { level: 2 }),
  },
  {
    name: phrase('Subheading'),
    shortcut: 'Ctrl+Alt+3',
    Icon: Heading3,
    command: (editor) => editor.commands.toggleHeading({ level: 3 }),
    isActive: (editor) => editor.isActive('heading', { level: 3 }),
  },
  {
    name: phrase('Bulleted list'),
    shortcut: 'Ctrl+Shift+8',
    Icon: List,
    command: (editor) => editor.commands.toggleBulletList(),
    isActive: (editor) => editor.isActive('bulletList'),
  },
  {
    name: phrase('Numbered list'),
    shortcut: 'Ctrl+Shift+7',
    Icon: ListOrdered,
    command: (editor) => editor.commands.toggleOrderedList(),
    isActive: (editor) => editor.isActive('orderedList'),
  },
  {
    name: phrase('Quotation'),
    shortcut: 'Ctrl+Shift+B',
    Icon: Quote,
    command: (editor) => editor.commands.toggleBlockquote(),
    isActive: (editor) => editor.isActive('blockquote'),
  },
]

/** Only in the block menu: a button of the toolbar turns its block back into a paragraph. */
export const paragraphTool = (): Tool => ({
  name: phrase('Paragraph'),
  shortcut: 'Ctrl+Alt+0',
  Icon: Pilcrow,
  command: (editor) => editor.commands.clearNodes(),
})

export const historyTools = (): readonly Tool[] => [
  {
    name: phrase('Undo'),
    shortcut: 'Ctrl+Z',
    Icon: Undo2,
    command: (editor) => editor.commands.undo(),
    isDisabled: (editor) => undoDepth(editor.state) === 0,
  },
  {
    name: phrase('Redo'),
    shortcut: 'Ctrl+Shift+Z',
    Icon: Redo2,
    command: (editor) => editor.commands.redo(),
    isDisabled: (editor) => redoDepth(editor.state) === 0,
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
