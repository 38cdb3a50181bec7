import { Extension } from '@tiptap/core'
import Collaboration from '@tiptap/extension-collaboration'
import { Placeholder } from '@tiptap/extensions'
import { DOMSerializer } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { yCursorPlugin, yUndoPluginKey } from '@tiptap/y-tiptap'
import { useEffect, useId } from 'react'
import type { Awareness } from 'y-protocols/awareness'
import type * as Y from 'yjs'
import type { NotePassages } from '#features/collaboration/admin/note-passages.ts'
import { colorOf } from '#features/collaboration/admin/presence.ts'
import { CurrentSelection } from '#features/collaboration/admin/restore-focus.ts'
import { RICH_TEXT } from '#features/collaboration/admin/rich-text-document.ts'
import { contentOf } from '#features/collaboration/rules/draft-document.ts'
import { NoteHighlights } from '#features/notes/admin/note-highlights.ts'
import { formatNumber } from '#kernel/format-count.ts'
import { showToast } from '#ui/toast.ts'
import { MAX_PASTED_CHARACTERS, OWN_COPY, removeInvisible } from '../rules/clipboard.ts'
import { readLinkAddress } from '../rules/link-address.ts'
import { plainText } from '../rules/plain-text.ts'
import { findSmartPunctuation } from '../rules/smart-punctuation.ts'
import { cleanPastedHtml } from './clean-pasted-html.ts'
import { FindPanel } from './FindPanel.tsx'
import { FindAndReplace } from './find-and-replace.ts'
import { RichTextToolbar } from './RichTextToolbar.tsx'
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
      FindAndReplace,
      Placeholder.configure({ placeholder: HINT }),
    ],
    editable: !isReadOnly,
    editorProps: {
      transformPastedHTML: cleanPastedHtml,
      transformPastedText: removeInvisible,
      clipboardSerializer: COPY_SERIALIZER,
      clipboardTextSerializer: ({ content }) => plainText(content.content),
      handlePaste: (view, _, { content }) =>
        refuseLongText(content.size) || linkSelection(view, content.textBetween(0, content.size)),
      attributes: {
        role: 'textbox',
        'data-focus-home': '',
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
      {isReady && <FindPanel editor={editor} isReadOnly={isReadOnly} />}
      <EditorContent editor={editor} />
      {error && <p className="text-13 font-semibold text-danger">{error}</p>}
    </div>
  )
}

/** Marks what it writes, to paste it unchanged. */
const COPY_SERIALIZER = {
  serializeFragment(...[fragment, options, target]: Parameters<DOMSerializer['serializeFragment']>) {
    const schema = fragment.firstChild?.type.schema
    if (!schema) return document.createDocumentFragment()
    const copied = DOMSerializer.fromSchema(schema).serializeFragment(fragment, options, target)
    copied.firstElementChild?.setAttribute(OWN_COPY, '')
    return copied
  },
} as DOMSerializer

/** @returns whether the pasted text is an address, to which the selected text now links */
function linkSelection({ state, dispatch }: EditorView, pasted: string): boolean {
  const address = state.selection.empty ? undefined : readLinkAddress(pasted)
  if (!address) return false
  const { from, to } = state.selection
  dispatch(state.tr.addMark(from, to, state.schema.mark('link', { href: address })))
  return true
}

/** @returns whether it is refused */
function refuseLongText(characters: number): boolean {
  if (characters <= MAX_PASTED_CHARACTERS) return false
  const limit = formatNumber(MAX_PASTED_CHARACTERS)
  void showToast({
    title: 'Text not pasted',
    text: `Paste at most ${limit} characters at once.`,
    isError: true,
  })
  return true
}

type Person = { id?: string; name: string }

const Carets = Extension.create<{ awareness: Awareness }>({
  name: 'carets',
  // Before the collaboration plugin: see `yCursorPlugin`.
  priority: 999,
  addProseMirrorPlugins() {
    const { awareness } = this.options
    return [yCursorPlugin(awareness, { cursorBuilder: createCaret, selectionBuilder: createSelection })]
  },
})

function createCaret({ id = '', name }: Person): HTMLElement {
  const caret = document.createElement('span')
  caret.className = 'editor-caret'
  caret.style.setProperty('--person', colorOf(id))
  const label = document.createElement('span')
  label.className = 'editor-caret-name'
  label.textContent = name
  // Prevents a line break at the caret.
  caret.append('\u2060', label, '\u2060')
  return caret
}

function createSelection({ id = '' }: Person) {
  return { style: `--person: ${colorOf(id)}`, class: 'editor-selection' }
}

/** Represents images and other leaves. */
const LEAF = '\uFFFC'

const SmartPunctuation = Extension.create<{ isOn: () => boolean }>({
  name: 'smartPunctuation',
  addProseMirrorPlugins() {
    const { isOn } = this.options
    return [
      new Plugin({
        props: {
          handleTextInput: (view, from, to, text) => isOn() && replaceTyped(view, { from, to }, text),
        },
      }),
    ]
  },
})

/** @returns whether the text was inserted */
function replaceTyped(view: EditorView, { from, to }: { from: number; to: number }, text: string): boolean {
  const { $from } = view.state.selection
  if (view.composing || from !== to || from !== $from.pos) return false
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, LEAF)
  const change = findSmartPunctuation(before, text)
  if (!change) return false
  view.dispatch(view.state.tr.insertText(text).scrollIntoView())
  // Undo then reverts the replacement alone.
  yUndoPluginKey.getState(view.state)?.undoManager?.stopCapturing()
  view.dispatch(view.state.tr.insertText(change.inserted, from - change.removed, from + text.length))
  return true
}
