import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { ByName } from '#ui/admin/ByName.tsx'
import { Moment } from '#ui/admin/Moment.tsx'
import type { Look } from '../rules/look.ts'
import { TYPE_PAIRINGS } from '../rules/type-pairings.ts'
import type { PublishedLook } from '../server/looks.server.ts'

type Props = { history: readonly PublishedLook[]; onChoose: (look: Look) => void }

export function LookHistory({ history, onChoose }: Props) {
  if (history.length === 0) return null
  return (
    <details className="sheet p-4">
      <summary className="cursor-pointer text-14 font-semibold">{phrase('Published looks')}</summary>
      <ol className="pt-2">
        {history.map(({ id, look, publishedAt, by }, index) => (
          <li key={id} className="flex items-center gap-3 border-t border-rule py-2 text-13">
            <span aria-hidden className="size-4 shrink-0" style={{ backgroundColor: look.accent }} />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">
                {TYPE_PAIRINGS[look.pairing].name()}
                {index === 0 && ` ${phrase('(shown to readers)')}`}
              </span>
              <span className="text-muted">
                <Moment at={publishedAt} />
                <ByName name={by} />
              </span>
            </span>
            <Button onClick={() => onChoose(look)}>
              {phrase('Use as draft')}
              <span className="sr-only">
                {' '}
                {phraseParts('the look of {time}', { time: <Moment key="time" at={publishedAt} /> })}
              </span>
            </Button>
          </li>
        ))}
      </ol>
    </details>
  )
}
