import * as z from 'zod'
import { canEditDraft, type DraftPeople, type DraftUser } from './draft-access.ts'

/** Newsroom §2, Notes. */
export const MAX_NOTE_LENGTH = 5_000
export const MAX_QUOTE_LENGTH = 1_000
/** Maximum of an article, including replies. */
export const MAX_NOTES = 500

export const noteForm = z.object({
  text: z.string().trim().min(1, 'Write a note').max(MAX_NOTE_LENGTH),
  isBlocking: z.boolean(),
})
export type NoteFields = z.infer<typeof noteForm>

type Entry = { id: string; parentId: string | null; isBlocking: boolean; resolvedAt: string | null }

/** Groups notes with their replies, in the same order. */
export function toThreads<N extends Entry>(notes: readonly N[]): { note: N; replies: N[] }[] {
  return notes
    .filter(({ parentId }) => parentId === null)
    .map((note) => ({ note, replies: notes.filter(({ parentId }) => parentId === note.id) }))
}

export function countBlocking(notes: readonly Pick<Entry, 'isBlocking' | 'resolvedAt'>[]): number {
  return notes.filter(({ isBlocking, resolvedAt }) => isBlocking && resolvedAt === null).length
}

/** Reopening is included. People who can edit the article resolve all notes. */
export function canResolveNote(user: DraftUser, draft: DraftPeople, note: { by: string | null }): boolean {
  return canEditDraft(user, draft) || (user.id !== null && note.by === user.id)
}
