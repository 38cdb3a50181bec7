import { getSchema, Mark } from '@tiptap/core'
import { DOMParser } from '@tiptap/pm/model'
import StarterKit from '@tiptap/starter-kit'
import { updateYFragment } from '@tiptap/y-tiptap'
import * as Y from 'yjs'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { formatBody } from '#kernel/body.ts'
import { contentOf, createDraftDocument, readForm, writeForm, writeValues } from '../rules/draft-document.ts'
import { unsupportedHtml } from '../rules/rich-text.ts'
import { isTypedAddress, withTypingRules } from './typing-rules.ts'

const Subscript = Mark.create({
  name: 'subscript',
  excludes: 'subscript superscript',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: () => ['sub', 0],
  addKeyboardShortcuts() {
    return { 'Mod-,': () => this.editor.commands.toggleMark(this.name) }
  },
})

const Superscript = Mark.create({
  name: 'superscript',
  excludes: 'subscript superscript',
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: () => ['sup', 0],
  addKeyboardShortcuts() {
    return { 'Mod-.': () => this.editor.commands.toggleMark(this.name) }
  },
})

/** The same elements as in rules/rich-text.ts. */
export const RICH_TEXT = StarterKit.extend({
  addExtensions() {
    return [...(this.parent?.() ?? []).map(withTypingRules), Subscript, Superscript]
  },
}).configure({
  heading: { levels: [2, 3, 4, 5, 6] },
  code: false,
  codeBlock: false,
  horizontalRule: false,
  strike: false,
  underline: false,
  trailingNode: false,
  // Undo reverts only this person's edits (Collaboration).
  undoRedo: false,
  link: {
    openOnClick: false,
    defaultProtocol: 'https',
    shouldAutoLink: isTypedAddress,
    HTMLAttributes: { target: null, rel: null },
  },
})

let schema: ReturnType<typeof getSchema> | undefined

/** Makes the smallest change. Drops elements that rich text does not support. */
export function writeRichText(doc: Y.Doc, content: string): void {
  schema ??= getSchema([RICH_TEXT])
  const page = new window.DOMParser().parseFromString(formatBody(content), 'text/html')
  const node = DOMParser.fromSchema(schema).parse(page.body)
  doc.transact(() => {
    updateYFragment(doc, contentOf(doc), node, { mapping: new Map(), isOMark: new Map() })
    writeValues(doc, { mode: 'rich' })
  })
}

/** Makes the smallest change. Content that rich text does not support becomes HTML source. */
export function writeArticle(doc: Y.Doc, { content, ...fields }: ArticleForm): void {
  doc.transact(() => {
    if (unsupportedHtml(content).length > 0) return writeForm(doc, { content, ...fields })
    writeForm(doc, fields)
    writeRichText(doc, content)
  })
}

/** Moves edits to a document without shared history. */
export function moveEdits(edits: { base: ArticleForm; mine: ArticleForm }, to: Y.Doc): void {
  const mine = createDraftDocument(to.guid)
  writeArticle(mine, edits.base)
  const theirs = createDraftDocument(to.guid)
  Y.applyUpdate(theirs, Y.encodeStateAsUpdate(mine))
  writeArticle(mine, edits.mine)
  writeArticle(theirs, readForm(to))
  Y.applyUpdate(theirs, Y.encodeStateAsUpdate(mine))
  writeArticle(to, readForm(theirs))
}
