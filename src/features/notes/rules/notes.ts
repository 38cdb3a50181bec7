import * as z from 'zod'
import { canEditDraft, type DraftPeople, type DraftUser } from '#features/drafts/rules/draft-access.ts'
import { phrase } from '#kernel/text/phrase.ts'

/** Newsroom §2, Notes. */
export const MAX_NOTE_LENGTH = 5_000
export const MAX_QUOTE_LENGTH = 1_000
/** For each article, including replies. */
export const MAX_NOTES = 500

export const noteForm = z.object({
  text: z
    .string()
    .trim()
    .min(1, { error: () => phrase('Write a note') })
    .max(MAX_NOTE_LENGTH),
  isBlocking: z.boolean(),
})
export type NoteFields = z.infer<typeof noteForm>

type Entry = { id: string; parentId: string | null; isBlocking: boolean; resolvedAt: string | null }

export function toThreads<N extends Entry>(notes: readonly N[]): { note: N; replies: N[] }[] {
  return notes
    .filter(({ parentId }) => parentId === null)
    .map((note) => ({ note, replies: notes.filter(({ parentId }) => parentId === note.id) }))
}

export function countBlocking(notes: readonly Pick<Entry, 'isBlocking' | 'resolvedAt'>[]): number {
  return notes.filter(({ isBlocking, resolvedAt }) => isBlocking && resolvedAt === null).length
}

/** Includes reopening. */
export function canResolveNote(user: DraftUser, draft: DraftPeople, note: { by: string | null }): boolean {
  return canEditDraft(user, draft) || (user.id !== null && note.by === user.id)
}

type Person = { id: string; name: string }

/** Plain text, or a mention with its `@`. */
type NotePart = { text: string; person?: Person }

/** Splits the text at `@` and the full name of a person; the longest name counts. */
export function splitMentions(text: string, people: readonly Person[]): NotePart[] {
  const byLength = people.filter(({ name }) => name.trim()).sort((a, b) => b.name.length - a.name.length)
  const parts: NotePart[] = []
  let start = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (at < start || isWordCharacter(text[at - 1])) continue
    const person = byLength.find(
      ({ name }) => text.startsWith(name, at + 1) && !isWordCharacter(text[at + 1 + name.length]),
    )
    if (!person) continue
    const end = at + 1 + person.name.length
    if (at > start) parts.push({ text: text.slice(start, at) })
    parts.push({ text: text.slice(at, end), person })
    start = end
  }
  if (start < text.length) parts.push({ text: text.slice(start) })
  return parts
}

/** Includes all people of the same name. */
export function findMentions(text: string, people: readonly Person[]): string[] {
  const names = new Set(splitMentions(text, people).flatMap(({ person }) => (person ? [person.name] : [])))
  return people.flatMap(({ id, name }) => (names.has(name) ? [id] : []))
}

const MAX_SUGGESTIONS = 6
const MAX_NAME_LENGTH = 60

/** The text after `@`, and the position of the `@`. */
type MentionQuery = { at: number; query: string }

/** Finds the mention that ends at the caret. */
export function findMentionQuery(text: string, caret: number): MentionQuery | undefined {
  const at = text.lastIndexOf('@', caret - 1)
  if (at < 0 || isWordCharacter(text[at - 1])) return undefined
  const query = text.slice(at + 1, caret)
  return query.length > MAX_NAME_LENGTH || /^\s|\n/.test(query) ? undefined : { at, query }
}

/** People whose name, or a part of it, begins with the query. */
export function suggestPeople<P extends Person>(people: readonly P[], query: string): P[] {
  const typed = query.toLowerCase()
  return people
    .filter(({ name }) => {
      const folded = name.toLowerCase()
      return folded !== typed && (folded.startsWith(typed) || folded.includes(` ${typed}`))
    })
    .slice(0, MAX_SUGGESTIONS)
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character)
}
