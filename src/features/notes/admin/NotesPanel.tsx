import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import * as z from 'zod'
import { useUnsentContext } from '#features/accounts/admin/useUnsentForm.ts'
import { accountQuery } from '#features/accounts/session.functions.ts'
import type { DraftSession } from '#features/collaboration/admin/draft-session.ts'
import type { Passage } from '#features/collaboration/admin/note-passages.ts'
import { useDraftAction } from '#features/drafts/admin/useDraftAction.ts'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { textDirection } from '#kernel/text/text-direction.ts'
import { Button } from '#ui/admin/Button.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { SettingsSection } from '#ui/admin/SettingsSection.tsx'
import { addNoteFn, notesFailure, notesQuery } from '../notes.functions.ts'
import { type NoteFields, toThreads } from '../rules/notes.ts'
import type { Note } from '../server/notes.server.ts'
import { NoteForm } from './NoteForm.tsx'
import { NoteThread } from './NoteThread.tsx'

type Props = {
  session: DraftSession
  isStored: boolean
}

/** Readers never see notes (newsroom §2). */
export function NotesPanel({ session, isStored }: Props) {
  const query = useQuery({ ...notesQuery(session.id), enabled: isStored })
  return (
    <SettingsSection title={phrase('Notes')}>
      {isStored ? (
        <LoadState query={query} failure={notesFailure()}>
          {(notes) => <Notes session={session} notes={notes} />}
        </LoadState>
      ) : (
        <p className="text-14 text-muted">{phrase('You can add notes once the article has text.')}</p>
      )}
    </SettingsSection>
  )
}

function Notes({ session, notes }: { session: DraftSession; notes: readonly Note[] }) {
  const { id: articleId, passages, sync, isReadOnly } = session
  const { data: account } = useQuery(accountQuery)
  const { selected, activeId, missing, requested } = useSyncExternalStore(
    passages.subscribe,
    passages.getState,
    passages.getState,
  )
  const name = `note:${articleId}`
  const unsent = useUnsentContext(name)
  const [added, setAdded] = useState(() => parseNewNote(unsent))
  const { run, isBusy } = useDraftAction()
  const threads = toThreads(notes)
  const open = threads.filter(({ note }) => !note.resolvedAt)
  const resolved = threads.filter(({ note }) => note.resolvedAt)

  const start = () => setAdded({ id: crypto.randomUUID(), passage: passages.readSelection() })

  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!requested) return
    if (passages.getState().requested === requested) passages.update({ requested: undefined })
    if (requested.kind === 'open') showNote(requested.id)
    if (requested.kind !== 'add') return
    openSections(root.current)
    setAdded({ id: crypto.randomUUID(), passage: passages.readSelection() })
  }, [requested, passages])

  useLinkedNote(notes)

  function add(input: NoteFields, onSent: () => void) {
    if (!added) return
    run({
      async send() {
        // Others must be able to find the passage.
        if (!isReadOnly) await sync.flush()
        return addNoteFn({ data: { id: added.id, articleId, ...added.passage, ...input } })
      },
      success: phrase('Note added'),
      failure: phrase('Failed to save note'),
      onDone() {
        onSent()
        setAdded(undefined)
      },
    })
  }

  const thread = ({ note, replies }: (typeof threads)[number]) => (
    <NoteThread
      key={note.id}
      articleId={articleId}
      me={account?.id ?? ''}
      note={note}
      replies={replies}
      passages={passages}
      isActive={note.id === activeId}
      isMissing={missing.has(note.id)}
    />
  )

  return (
    <div ref={root} className="flex flex-col gap-4 text-14">
      {added ? (
        <NoteForm
          articleId={articleId}
          name={name}
          context={JSON.stringify(added)}
          label={phrase('Note')}
          submitLabel={phrase('Add Note')}
          canBlock
          isBusy={isBusy}
          onSubmit={add}
          onCancel={() => setAdded(undefined)}
        >
          {added.passage ? (
            <blockquote
              dir={textDirection(added.passage.quote)}
              className="line-clamp-3 bg-wash px-2 py-1 font-serif wrap-anywhere"
            >
              {added.passage.quote}
            </blockquote>
          ) : (
            <p className="text-13 text-muted">{phrase('On the whole article')}</p>
          )}
        </NoteForm>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button title={phrase('Ctrl+Alt+M')} onClick={start}>
            {selected ? phrase('Add Note on Selection') : phrase('Add Note')}
          </Button>
          {!selected && (
            <p className="text-13 text-muted">{phrase('Select text to add a note on a passage.')}</p>
          )}
        </div>
      )}
      {open.length > 0 && (
        <ul aria-label={phrase('Open notes')} className="flex flex-col gap-4">
          {open.map(thread)}
        </ul>
      )}
      {resolved.length > 0 && (
        <details>
          <summary className="cursor-pointer py-1 text-13 font-semibold text-muted">
            {phrase('Resolved ({count})', { count: resolved.length })}
          </summary>
          <ul aria-label={phrase('Resolved notes')} className="flex flex-col gap-4 pt-3">
            {resolved.map(thread)}
          </ul>
        </details>
      )}
    </div>
  )
}

type NewNote = { id: string; passage?: Passage | undefined }

const newNoteSchema = z.object({
  id,
  passage: z
    .object({
      anchor: z.object({ version: z.number(), from: z.number(), to: z.number() }),
      quote: z.string(),
    })
    .optional(),
})

/** @param stored by this browser; undefined without a note that was not sent */
function parseNewNote(stored: string | undefined): NewNote | undefined {
  try {
    return stored === undefined ? undefined : newNoteSchema.parse(JSON.parse(stored))
  } catch {
    return undefined
  }
}

/** Focuses the note in the URL (`#note-…`) once it has loaded. */
function useLinkedNote(notes: readonly Note[]) {
  const isHandled = useRef(false)
  useEffect(() => {
    const linked = notes.find(({ id }) => window.location.hash === `#note-${id}`)
    if (!linked || isHandled.current) return
    isHandled.current = true
    const element = document.getElementById(`note-${linked.id}`)
    openSections(element)
    element?.focus()
  }, [notes])
}

/** Scrolls to a note. The focus stays in the text, unless a sheet covers it. */
function showNote(id: string): void {
  const element = document.getElementById(`note-${id}`)
  openSections(element)
  if (element?.closest('[role="dialog"]')) element.focus()
  element?.scrollIntoView({ block: 'nearest' })
}

function openSections(element: Element | null): void {
  const section = element?.closest('details')
  if (!section) return
  section.open = true
  openSections(section.parentElement)
}
