import { phrase } from '#kernel/text/phrase.ts'
import { Portrait } from '#ui/admin/Person.tsx'
import type { PresentPerson } from './presence.ts'

const MAX_SHOWN = 5

/** Shows the other people in an article or a front (newsroom §2, Together). */
export function PresenceList({ people }: { people: readonly PresentPerson[] }) {
  const hidden = people.slice(MAX_SHOWN)
  const hiddenNames = hidden.map(({ name }) => name).join(', ')
  return (
    <ul aria-label={phrase('People here')} className="flex shrink-0 items-center -space-x-1 empty:hidden">
      {people.slice(0, MAX_SHOWN).map((person) => (
        <Person key={person.id} {...person} isAlone={people.length === 1} />
      ))}
      {hidden.length > 0 && (
        <li title={hiddenNames} className="editor-person bg-brand">
          <span aria-hidden>+{hidden.length}</span>
          <span className="sr-only">
            {hidden.length === 1
              ? phrase('{names} is here', { names: hiddenNames })
              : phrase('{names} are here', { names: hiddenNames })}
          </span>
        </li>
      )}
    </ul>
  )
}

function Person({ name, portraitUrl, color, isReading, isAlone }: PresentPerson & { isAlone: boolean }) {
  const text = isReading ? phrase('{name} is reading', { name }) : phrase('{name} is editing', { name })
  return (
    <li title={text} className="flex items-center gap-2">
      <span className="editor-person" style={{ backgroundColor: color }}>
        <Portrait url={portraitUrl}>
          <span aria-hidden>{initialsOf(name)}</span>
        </Portrait>
      </span>
      <span className={isAlone ? 'max-w-48 truncate text-13 text-muted max-xl:sr-only' : 'sr-only'}>
        {text}
      </span>
    </li>
  )
}

/** "Ada Lovelace" becomes "AL". */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase() || '?'
}
