import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notesQuery } from '../notes.functions.ts'
import type { DraftSession } from './draft-session.ts'

/** Highlights the passages of the open notes in the rich text. */
export function useNotePassages({ id, passages }: DraftSession): void {
  const { data: notes } = useQuery(notesQuery(id))
  useEffect(() => {
    passages.setNotes(
      (notes ?? []).flatMap(({ id, anchor, quote, resolvedAt }) =>
        anchor && quote && !resolvedAt ? [{ id, anchor, quote }] : [],
      ),
    )
  }, [notes, passages])
}
