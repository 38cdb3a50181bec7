import type { AnyExtension, Editor, JSONContent } from '@tiptap/core'
import type { Attrs, Node as DocumentNode } from '@tiptap/pm/model'
import type { LucideIcon } from 'lucide-react'
import type { WriteEmail } from './email-form.ts'

/** An attribute of a block that people set beside it. */
export type BlockSetting = { attribute: string; label: () => string } & (
  | { kind: 'toggle' }
  /** The address of an image of the library; empty without one. */
  | { kind: 'image' }
  | { kind: 'text'; maxLength: number; help?: string }
  | { kind: 'choice'; options: readonly { value: string; label: () => string }[] }
)

export type BlockCommand = { label: () => string; Icon: LucideIcon; run: (editor: Editor) => boolean }

/** The classes and attributes of the elements that blocks write. */
export type Markup = Readonly<Record<string, { classes?: readonly string[]; attributes?: readonly string[] }>>

/**
 * A block other than text: a new one is a file beside this one and a line in blocks.ts. The `renderHTML` of its nodes is
 * what is stored and what readers get; `parseHTML` reads it, and what is pasted or imported; `writeEmail` is its form in emails.
 */
export type Block = {
  /** Its name in menus. */
  label: () => string
  Icon: LucideIcon
  /** The node of the block, which is of the group `figure`, and those that only it contains. */
  extensions: readonly AnyExtension[]
  /** The menu does not list it. */
  isPastedOnly?: boolean
  /** The menu inserts it, unless the block has a dialog (admin/BlockDialog.tsx). */
  initial: JSONContent
  settings?: readonly BlockSetting[]
  commands?: readonly BlockCommand[]
  markup?: Markup
  /** By the name of a node: writes it, if `renderHTML` is not what is stored. `children` is the HTML of each child. */
  writeHtml?: Readonly<Record<string, (node: DocumentNode, children: readonly string[]) => string>>
  /** Writes the block for emails, from what readers get. */
  writeEmail: WriteEmail
  /** Returns the plain text of a block without text content, for the clipboard. */
  plainText?: (attributes: Attrs) => string
}

/** For the node of each block: it stands at the top level of a text and is kept, selected and moved as a whole. */
export const FIGURE = {
  group: 'figure',
  defining: true,
  isolating: true,
  draggable: true,
  selectable: true,
} as const

/**
 * An attribute of a node that it writes itself, checked since other people's browsers could send anything. Without an
 * initial value, the editor cannot create the node by itself.
 */
export function attribute(isValid: (value: unknown) => boolean, initial?: unknown) {
  return {
    ...(initial === undefined ? { isRequired: true } : { default: initial }),
    rendered: false,
    validate(value: unknown) {
      const isInitial = initial !== undefined && value === initial
      if (!isInitial && !isValid(value)) throw new RangeError('Invalid attribute of a block')
    },
  }
}

export const isTextUpTo = (max: number) => (value: unknown) =>
  typeof value === 'string' && value.length <= max
