import type { NoteAnchor } from '#schema/notes.ts'

export type Passage = { anchor: NoteAnchor; quote: string }

/** Without an anchor, the passage is found by its quote. */
export type PassageNote = { id: string; anchor: NoteAnchor | null; quote: string }

type PassagesState = {
  /** Empty without a selection. */
  selected: string
  /** The emphasised note. */
  activeId: string | undefined
  /** Notes whose passage is not in the text. */
  missing: ReadonlySet<string>
  /** Undefined once handled. */
  requested: PassageRequest | undefined
}

/** `add` creates a note on the selection; `reveal` shows a passage. */
export type PassageRequest = { kind: 'add' } | { kind: 'open' | 'reveal'; id: string }

/** Implemented by notes/admin/note-highlights.ts. */
type PassagesEditor = {
  refresh(): void
  readSelection(): Passage | undefined
  reveal(id: string): void
}

export type NotePassages = ReturnType<typeof createNotePassages>

export function createNotePassages() {
  let notes: readonly PassageNote[] = []
  let editor: PassagesEditor | undefined
  let state: PassagesState = { selected: '', activeId: undefined, missing: new Set(), requested: undefined }
  const listeners = new Set<() => void>()

  function update(change: Partial<PassagesState>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  return {
    getState: () => state,
    getNotes: () => notes,
    update,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setNotes(next: readonly PassageNote[]) {
      notes = next
      editor?.refresh()
    },
    activate(id: string | undefined) {
      if (id === state.activeId) return
      update({ activeId: id })
      editor?.refresh()
    },
    reveal(id: string) {
      update({ requested: { kind: 'reveal', id } })
      editor?.reveal(id)
    },
    readSelection: () => editor?.readSelection(),
    connect(next: PassagesEditor) {
      editor = next
      return () => {
        if (editor !== next) return
        editor = undefined
        update({ selected: '', missing: new Set() })
      }
    },
  }
}
