import type { Transaction } from '@tiptap/pm/state'
import type { StepMap } from '@tiptap/pm/transform'
import { useCallback, useRef } from 'react'
import { keepUnedited } from '#features/drafts/rules/document-changes.ts'
import { bodyHtml, parseBody } from '#features/drafts/rules/draft-document.ts'
import { nodeType } from '#features/drafts/rules/draft-schema.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { TextArea } from '#ui/admin/forms/TextArea.tsx'
import { type ArticleEditor, editDocument, inEditor } from './article-editor.ts'
import { parseHtml } from './is-changed.ts'

const PAUSE_MS = 300

type Props = { editor: ArticleEditor; isReadOnly: boolean; onClose: () => void }

/** Edits the text as HTML, also while others change the document. */
export function HtmlSourceDialog({ editor, isReadOnly, onClose }: Props) {
  const source = useRef<ReturnType<typeof createSource>>(undefined)
  // A dialog renders its content after the effects of its first rendering.
  const connect = useCallback(
    (control: HTMLTextAreaElement) => {
      source.current = createSource(editor, control)
      return source.current.close
    },
    [editor],
  )
  return (
    <Dialog title={phrase('HTML Source')} isOpen isWide onClose={onClose}>
      <TextArea
        ref={connect}
        data-autofocus
        label="HTML"
        rows={20}
        isCode
        readOnly={isReadOnly}
        help={phrase(
          'HTML, or plain text with blank lines between paragraphs. What the editor cannot show stays as it is.',
        )}
        onChange={() => source.current?.onInput()}
      />
    </Dialog>
  )
}

function createSource(editor: ArticleEditor, control: HTMLTextAreaElement) {
  /** The document that the shown source is about, and the changes since. */
  let base = editor.state.doc
  let since: StepMap[] = []
  let timer: number | undefined
  let isApplying = false
  control.value = bodyHtml(base.child(2))

  function onTransaction({ docChanged, mapping }: Transaction): void {
    if (!docChanged || isApplying) return
    since.push(...mapping.maps)
    if (timer === undefined) show()
  }

  /** Keeps the caret, as only what has changed is replaced. */
  function show(): void {
    base = editor.state.doc
    since = []
    const [text, next] = [control.value, bodyHtml(base.child(2))]
    let start = 0
    while (start < text.length && text[start] === next[start]) start += 1
    let end = 0
    while (end < Math.min(text.length, next.length) - start && text.at(-1 - end) === next.at(-1 - end))
      end += 1
    if (text !== next)
      control.setRangeText(next.slice(start, next.length - end), start, text.length - end, 'preserve')
  }

  function apply(): void {
    clearTimeout(timer)
    if (timer === undefined) return
    timer = undefined
    const read = (html: string) => inEditor(editor, nodeType('body').create(null, parseBody(html, parseHtml)))
    const body = base.child(2)
    const edited = keepUnedited(body, read(bodyHtml(body)), read(control.value))
    isApplying = true
    editDocument(editor, base, base.copy(base.content.replaceChild(2, edited)), since)
    isApplying = false
    if (since.length > 0) show()
    else base = editor.state.doc
  }

  const stop = editor.onTransaction(onTransaction)
  return {
    onInput(): void {
      clearTimeout(timer)
      timer = window.setTimeout(apply, PAUSE_MS)
    },
    close(): void {
      apply()
      stop()
    },
  }
}
