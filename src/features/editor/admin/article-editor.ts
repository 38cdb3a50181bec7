import { Editor, Extension } from '@tiptap/core'
import { DOMSerializer, Node, type Schema } from '@tiptap/pm/model'
import { EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Mapping, type StepMap } from '@tiptap/pm/transform'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { createEmbedCards } from '#features/blocks/admin/embed-cards.ts'
import { createNumberColumns } from '#features/blocks/admin/number-columns.ts'
import { PastedImages } from '#features/blocks/admin/pasted-images.ts'
import { createRelatedCards } from '#features/blocks/admin/related-cards.ts'
import { EndedRightsMarks } from '#features/blocks/admin/useEndedRights.ts'
import { isTypedAddress } from '#features/blocks/rules/text-kit.ts'
import { createCarets } from '#features/collaboration/admin/carets.ts'
import { isReceived } from '#features/collaboration/admin/collaboration-plugin.ts'
import type { SessionEditor } from '#features/collaboration/admin/draft-session.ts'
import type { NotePassages } from '#features/collaboration/admin/note-passages.ts'
import { rememberLine } from '#features/collaboration/admin/remember-line.ts'
import { rebaseSteps } from '#features/collaboration/rules/rebase-steps.ts'
import { ARTICLE_FIELDS, type ArticleField } from '#features/drafts/rules/article-fields.ts'
import { changesTo } from '#features/drafts/rules/document-changes.ts'
import { DRAFT_EXTENSIONS } from '#features/drafts/rules/draft-schema.ts'
import { NoteHighlights } from '#features/notes/admin/note-highlights.ts'
import { formatNumber } from '#kernel/format-count.ts'
import { readLinkAddress } from '#kernel/link-address.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { showToast } from '#ui/toast.ts'
import { MAX_PASTED_CHARACTERS, OWN_COPY, removeInvisible } from '../rules/clipboard.ts'
import { plainText } from '../rules/plain-text.ts'
import { FindAndReplace } from './find-and-replace.ts'
import { cleanPastedHtml } from './paste/clean-pasted-html.ts'
import type { BesideHtml } from './paste/pasted-html-images.ts'
import { createSmartPunctuation } from './useSmartPunctuation.ts'

const hint = () => phrase('Write the text. Press / for headings, lists and other blocks.')

/** The parts of the document that are typed in, by the names of their nodes. */
const parts = (): Record<string, { label: string; placeholder: string; isLine: boolean; class: string }> => ({
  headline: {
    label: ARTICLE_FIELDS.title.label(),
    placeholder: ARTICLE_FIELDS.title.label(),
    isLine: true,
    class: 'writing-part headline text-30 md:text-38',
  },
  standfirst: {
    label: ARTICLE_FIELDS.summary.label(),
    placeholder: ARTICLE_FIELDS.summary.label(),
    isLine: true,
    class: 'writing-part font-serif text-20 text-muted',
  },
  body: {
    label: ARTICLE_FIELDS.content.label(),
    placeholder: hint(),
    isLine: false,
    class: 'writing-part prose [&_li>p]:mb-0! max-w-none! min-h-[60dvh] pt-5 pb-3',
  },
})

/** The bar and the tools cover the edges of the window. */
const SCROLL_MARGIN = { top: 104, right: 0, bottom: 80, left: 0 }

export type ArticleEditor = SessionEditor & { tiptap: Editor }

type Options = {
  doc: Node
  /** The plugin of the session, which records the steps. */
  plugin: Plugin
  passages: NotePassages
  isEditable: boolean
  hasSmartPunctuation: () => boolean
}

/** Creates the editor of a whole document. Its element, `tiptap.view.dom`, is not in the page yet. */
export function createArticleEditor({
  doc,
  plugin,
  passages,
  isEditable,
  hasSmartPunctuation,
}: Options): ArticleEditor {
  const listeners = new Set<(transaction: Transaction) => void>()
  const pastedImages = new PastedImages()
  let beside: BesideHtml | undefined
  const tiptap = new Editor({
    element: document.createElement('div'),
    extensions: [
      ...DRAFT_EXTENSIONS,
      fromPlugin('collaboration', plugin).extend({ priority: 2_000 }),
      fromPlugin('parts', createParts(isEditable)),
      fromPlugin(
        'nodeViews',
        new Plugin({ props: { nodeViews: { htmlBlock: showHtml, headline: showHeadline } } }),
      ),
      fromPlugin('embedCards', createEmbedCards()).extend({ priority: 1_500 }),
      fromPlugin('relatedCards', createRelatedCards()),
      fromPlugin('numberColumns', createNumberColumns()),
      fromPlugin('pastedImages', pastedImages.createPlugin()),
      fromPlugin('carets', createCarets()),
      fromPlugin('smartPunctuation', createSmartPunctuation(hasSmartPunctuation)),
      Lines,
      CurrentSelection,
      KeptSelection,
      FindAndReplace,
      NoteHighlights.configure({ passages }),
      EndedRightsMarks,
    ],
    editable: isEditable,
    injectCSS: false,
    editorProps: {
      scrollThreshold: SCROLL_MARGIN,
      scrollMargin: SCROLL_MARGIN,
      handleDOMEvents: {
        // Before the HTML is read.
        paste(_, { clipboardData }) {
          beside = clipboardData
            ? { files: [...clipboardData.files], readRtf: () => clipboardData.getData('text/rtf') }
            : undefined
          return false
        },
      },
      transformPastedHTML(html) {
        const cleaned = cleanPastedHtml(html, beside)
        beside = undefined
        pastedImages.add(cleaned.images)
        if (cleaned.losses) void showToast(cleaned.losses)
        return cleaned.html
      },
      transformPastedText: removeInvisible,
      clipboardSerializer: COPY_SERIALIZER,
      clipboardTextSerializer: ({ content }) => plainText(content.content),
      handlePaste: (view, _, { content }) =>
        refuseLongText(content.size) ||
        linkSelection(view, content.textBetween(0, content.size)) ||
        pasteInLine(view, content.textBetween(0, content.size, ' ', ' ')),
      attributes: {
        role: 'group',
        'aria-label': phrase('Text of the article'),
        class: 'writing-surface',
        'data-focus-home': '',
      },
    },
    onTransaction({ transaction }) {
      for (const listener of listeners) listener(transaction)
    },
  })
  // Given to the constructor, it would be drawn twice: without the plugins, and with them.
  tiptap.view.updateState(EditorState.create({ doc: inEditor(tiptap, doc), plugins: tiptap.state.plugins }))
  return {
    tiptap,
    get state() {
      return tiptap.state
    },
    dispatch: (transaction) => dispatchWithoutShift(tiptap.view, transaction),
    onTransaction(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    destroy() {
      pastedImages.close()
      tiptap.destroy()
    },
  }
}

/** Dispatches a transaction. Others' edits do not move the line that the person is writing or reading. */
function dispatchWithoutShift(view: EditorView, transaction: Transaction): void {
  const restore = transaction.docChanged && isReceived(transaction) ? rememberLine(view) : undefined
  view.dispatch(transaction)
  restore?.(transaction.mapping)
}

function fromPlugin(name: string, plugin: Plugin) {
  return Extension.create({ name, addProseMirrorPlugins: () => [plugin] })
}

/** The headline, the standfirst or the text that the selection starts in. */
export function partAt(state: EditorState): { name: string; start: number; end: number } {
  const resolved = state.doc.resolve(state.selection.from)
  const index = Math.min(resolved.index(0), state.doc.childCount - 1)
  const start = resolved.posAtIndex(index, 0)
  const part = state.doc.child(index)
  return { name: part.type.name, start: start + 1, end: start + part.nodeSize - 1 }
}

/** Steps and selections need nodes of the editor's own schema. */
export function inEditor({ state: { schema } }: Pick<ArticleEditor, 'state'>, node: Node): Node {
  return Node.fromJSON(schema, node.toJSON())
}

/**
 * Changes the document by the smallest steps, so that what others write elsewhere stays.
 *
 * @param since the changes of the document since it was `from`
 */
export function editDocument(
  editor: ArticleEditor,
  from: Node,
  to: Node,
  since: readonly StepMap[] = [],
): void {
  const { tr, doc } = editor.state
  const own = changesTo(from, to).steps.map((step) => ({ step }))
  for (const step of rebaseSteps(doc, own, new Mapping(since)).steps) if (step) tr.step(step)
  if (tr.docChanged) editor.dispatch(tr)
}

const FIELD_PARTS: Partial<Record<ArticleField, string>> = {
  title: 'headline',
  summary: 'standfirst',
  content: 'body',
}

/** Moves the focus to the start of a part. @returns false for a field that is not one */
export function focusPart({ tiptap }: ArticleEditor, field: ArticleField): boolean {
  const { state, view } = tiptap
  const name = FIELD_PARTS[field]
  let position: number | undefined
  state.doc.forEach((part, offset) => {
    if (part.type.name === name) position = offset + 1
  })
  if (position === undefined) return false
  view.dispatch(state.tr.setSelection(TextSelection.near(state.doc.resolve(position), 1)).scrollIntoView())
  view.focus()
  return true
}

/** Names the parts for assistive technologies, and says what an empty one is for. */
function createParts(isFirstEditable: boolean): Plugin {
  let view: EditorView | undefined
  const known = parts()
  return new Plugin({
    view(created) {
      view = created
      return {}
    },
    props: {
      decorations({ doc }) {
        const decorations: Decoration[] = []
        doc.forEach((part, offset) => {
          const { label, placeholder, isLine, ...style } = known[part.type.name] ?? {}
          decorations.push(
            Decoration.node(offset, offset + part.nodeSize, {
              ...style,
              role: 'textbox',
              dir: 'auto',
              'aria-label': label ?? '',
              'aria-multiline': String(!isLine),
              'aria-readonly': String(!(view?.editable ?? isFirstEditable)),
              ...(isEmpty(part) && {
                'data-placeholder': placeholder ?? '',
                'aria-placeholder': placeholder ?? '',
              }),
            }),
          )
        })
        doc.descendants((node, position) => {
          if (['caption', 'image', 'pastedImage'].includes(node.type.name) && node.content.size === 0)
            decorations.push(Decoration.node(position, position + 2, { class: 'is-empty' }))
          return !node.isTextblock
        })
        return DecorationSet.create(doc, decorations)
      },
    },
  })
}

function isEmpty(part: Node): boolean {
  const { firstChild } = part
  if (part.inlineContent) return part.content.size === 0
  return part.childCount === 1 && firstChild?.type.name === 'paragraph' && firstChild.content.size === 0
}

/** A heading cannot be a text box for assistive technologies. */
function showHeadline() {
  const dom = document.createElement('div')
  return { dom, contentDOM: dom }
}

/** Shows an HTML block as code: publication sanitises the HTML that readers get. */
function showHtml({ attrs: { html } }: Node) {
  const dom = document.createElement('pre')
  dom.className = 'html-block'
  dom.textContent = html
  return { dom }
}

/** The headline and the standfirst are lines: Enter moves to the next part. */
const Lines = Extension.create({
  name: 'lines',
  priority: 1_000,
  addKeyboardShortcuts() {
    const inLine = () => parts()[partAt(this.editor.state).name]?.isLine === true
    const leave = () => {
      if (!inLine()) return false
      const { state, view } = this.editor
      const { end } = partAt(state)
      view.dispatch(state.tr.setSelection(TextSelection.near(state.doc.resolve(end + 1), 1)).scrollIntoView())
      return true
    }
    return {
      Enter: leave,
      'Shift-Enter': inLine,
      'Mod-a': () => {
        const { state, view } = this.editor
        const { start, end } = partAt(state)
        const [from, to] = [state.doc.resolve(start), state.doc.resolve(end)]
        view.dispatch(state.tr.setSelection(TextSelection.between(from, to)))
        return true
      },
    }
  },
})

/**
 * Reads the browser's selection, which the browser reports in a later task: each key applies at the caret that is
 * shown, even if the page was busy since it moved.
 */
const CurrentSelection = Extension.create({
  name: 'currentSelection',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown(view) {
            if (!view.composing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
          },
        },
      },
    }),
  ],
})

/** Marks the selected text while the focus is elsewhere, such as in the form of a link. */
const KeptSelection = Extension.create({
  name: 'keptSelection',
  addProseMirrorPlugins() {
    const { editor } = this
    return [
      new Plugin({
        props: {
          decorations({ doc, selection: { from, to, empty } }) {
            if (editor.isFocused || empty || !editor.isEditable) return null
            return DecorationSet.create(doc, [Decoration.inline(from, to, { class: 'kept-selection' })])
          },
        },
      }),
    ]
  },
})

/** Marks copied content as from this editor, so that it is pasted unchanged. */
const COPY_SERIALIZER = {
  serializeFragment(...[fragment, options, target]: Parameters<DOMSerializer['serializeFragment']>) {
    const schema: Schema | undefined = fragment.firstChild?.type.schema
    if (!schema) return document.createDocumentFragment()
    const copied = DOMSerializer.fromSchema(schema).serializeFragment(fragment, options, target)
    copied.firstElementChild?.setAttribute(OWN_COPY, '')
    return copied
  },
} as DOMSerializer

/** Links the selected text to a pasted web address. @returns whether it did */
function linkSelection({ state, dispatch }: EditorView, pasted: string): boolean {
  const isText = partAt(state).name === 'body' && !state.selection.empty
  const address = isText && isTypedAddress(pasted.trim()) ? readLinkAddress(pasted) : undefined
  if (!address) return false
  const { from, to } = state.selection
  dispatch(state.tr.addMark(from, to, state.schema.mark('link', { href: address })))
  return true
}

/** Pastes into the headline or the standfirst as plain text on one line. */
function pasteInLine({ state, dispatch }: EditorView, pasted: string): boolean {
  if (!parts()[partAt(state).name]?.isLine) return false
  dispatch(state.tr.insertText(pasted.replace(/\s+/gu, ' ')).scrollIntoView())
  return true
}

/** @returns whether it is refused */
function refuseLongText(characters: number): boolean {
  if (characters <= MAX_PASTED_CHARACTERS) return false
  const limit = formatNumber(MAX_PASTED_CHARACTERS)
  void showToast({
    title: phrase('Text not pasted'),
    text: phrase('Paste at most {limit} characters at once.', { limit }),
    isError: true,
  })
  return true
}
