import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DraftSession } from '#features/collaboration/admin/draft-session.ts'
import { writeRichText } from '#features/collaboration/admin/rich-text-document.ts'
import { writeForm } from '#features/collaboration/rules/draft-document.ts'
import { unsupportedHtml } from '#features/collaboration/rules/rich-text.ts'
import { notesQuery } from '#features/notes/notes.functions.ts'
import { Button } from '#ui/admin/Button.tsx'
import { RichTextEditor } from './RichTextEditor.tsx'
import { SharedTextArea, useSharedValues } from './SharedFields.tsx'

type Props = { session: DraftSession; isReadOnly: boolean; error: string | undefined }

/** Opens HTML that rich text does not support as source. */
export function ContentField({ session, isReadOnly, error }: Props) {
  const { doc, presence, passages } = session
  useNotePassages(session)
  const { mode } = useSharedValues(doc)
  const [unsupported, setUnsupported] = useState<string[]>([])

  function changeMode(next: typeof mode) {
    if (next === mode) return
    const { content } = session.readForm()
    if (next === 'html') {
      setUnsupported([])
      return writeForm(doc, { content })
    }
    const found = unsupportedHtml(content)
    setUnsupported(found)
    if (found.length === 0) writeRichText(doc, content)
  }

  return (
    <div className="flex flex-col gap-2">
      <fieldset
        aria-label="Content editor"
        disabled={isReadOnly}
        className="flex gap-1 self-end disabled:hidden"
      >
        {(['rich', 'html'] as const).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={mode === name}
            onClick={() => changeMode(name)}
            className="cursor-pointer border-b-2 border-transparent px-2 py-1 text-13 font-semibold text-muted hover:text-ink aria-pressed:border-ink aria-pressed:text-ink pointer-coarse:min-h-11"
          >
            {name === 'rich' ? 'Rich text' : 'HTML source'}
          </button>
        ))}
      </fieldset>
      {unsupported.length > 0 && mode === 'html' && (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-3 border border-rule bg-wash p-3"
        >
          <p className="min-w-52 flex-1 text-14">
            Rich text does not support {unsupported.join(', ')}. Editing as rich text removes{' '}
            {unsupported.length === 1 ? 'it' : 'them'}.
          </p>
          <Button
            onClick={() => {
              setUnsupported([])
              writeRichText(doc, session.readForm().content)
            }}
          >
            Edit as Rich Text Anyway
          </Button>
        </div>
      )}
      {mode === 'html' ? (
        <SharedTextArea
          doc={doc}
          field="html"
          label="Content"
          rows={16}
          isCode
          readOnly={isReadOnly}
          help="HTML, or plain text with blank lines between paragraphs."
          error={error}
        />
      ) : (
        <RichTextEditor
          label="Content"
          doc={doc}
          awareness={presence.awareness}
          passages={passages}
          isReadOnly={isReadOnly}
          error={error}
        />
      )}
    </div>
  )
}

function useNotePassages({ id, passages }: DraftSession): void {
  const { data: notes } = useQuery(notesQuery(id))
  useEffect(() => {
    passages.setNotes(
      (notes ?? []).flatMap(({ id, anchor, quote, resolvedAt }) =>
        anchor && quote && !resolvedAt ? [{ id, anchor, quote }] : [],
      ),
    )
  }, [notes, passages])
}
