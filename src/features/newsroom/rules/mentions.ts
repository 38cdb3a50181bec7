type Person = { id: string; name: string }

/** Plain text, or a mention with its `@`. */
export type NotePart = { text: string; person?: Person }

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

/** The name that a person types after `@`, and the position of the `@`. */
export type MentionQuery = { at: number; query: string }

/** Returns the mention that ends at the caret. */
export function findMentionQuery(text: string, caret: number): MentionQuery | undefined {
  const at = text.lastIndexOf('@', caret - 1)
  if (at < 0 || isWordCharacter(text[at - 1])) return undefined
  const query = text.slice(at + 1, caret)
  return query.length > MAX_NAME_LENGTH || /^\s|\n/.test(query) ? undefined : { at, query }
}

/** Returns the people whose name, or a part of it, begins with the query. */
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
