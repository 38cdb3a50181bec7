import type { PresentPerson } from './presence.ts'

const MAX_SHOWN = 5

/** Other people who have the article open (newsroom §2, Together). */
export function PresenceList({ people }: { people: readonly PresentPerson[] }) {
  const hidden = people.slice(MAX_SHOWN)
  return (
    <ul aria-label="People here" className="flex -space-x-1 empty:hidden">
      {people.slice(0, MAX_SHOWN).map(({ id, name, color }) => (
        <li
          key={id}
          title={`${name} is editing`}
          className="editor-person"
          style={{ backgroundColor: color }}
        >
          <span aria-hidden>{initialsOf(name)}</span>
          <span className="sr-only">{name} is editing</span>
        </li>
      ))}
      {hidden.length > 0 && (
        <li title={hidden.map(({ name }) => name).join(', ')} className="editor-person bg-brand">
          <span aria-hidden>+{hidden.length}</span>
          <span className="sr-only">{hidden.map(({ name }) => name).join(', ')} are editing</span>
        </li>
      )}
    </ul>
  )
}

/** "Ada Lovelace" becomes "AL". */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase() || '?'
}
