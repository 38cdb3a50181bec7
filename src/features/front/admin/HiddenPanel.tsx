import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import type { FrontChange } from '../rules/front.ts'
import type { FrontState } from '../server/front-drafts.server.ts'

type Props = { state: FrontState; onChange: (change: FrontChange, announcement: string) => void }

export function HiddenPanel({ state: { draft, hiddenTitles }, onChange }: Props) {
  if (draft.hidden.length === 0)
    return (
      <p className="text-14 text-muted">
        {phrase(
          'No articles are hidden. Hide an article with the menu of its place: the next one takes its place.',
        )}
      </p>
    )
  return (
    <ul aria-label={phrase('Hidden articles')} className="divide-y divide-rule">
      {draft.hidden.map((articleId) => {
        const title = hiddenTitles[articleId] ?? phrase('Deleted article')
        return (
          <li key={articleId} className="flex items-center gap-3 py-2">
            <bdi className="min-w-0 flex-1 font-serif text-16/5 font-semibold wrap-anywhere">{title}</bdi>
            <Button
              aria-label={phrase('Show {title} again', { title })}
              onClick={() =>
                onChange(
                  { kind: 'unhide', articleId },
                  phrase('“{title}” can be shown on this page again', { title }),
                )
              }
            >
              {phrase('Show Again')}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
