import { Link } from '@tanstack/react-router'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import type { FileUse, FileUses } from '../server/file-uses.server.ts'

const LINK = 'underline underline-offset-2 wrap-anywhere'

/** Where a file is used, with links. */
export function FileUsesList({ uses, hidden }: FileUses) {
  return (
    <section aria-labelledby="file-uses" className="flex flex-col gap-2">
      <h3 id="file-uses" className="text-13 font-semibold">
        {phrase('Used in')}
      </h3>
      {uses.length === 0 && hidden === 0 && (
        <p className="text-13 text-muted">{phrase('Nothing uses this file.')}</p>
      )}
      {uses.length > 0 && (
        <ul className="divide-y divide-rule border-y border-rule text-13">
          {uses.map((use) => (
            <li key={keyOf(use)} className="flex items-start justify-between gap-2 py-1.5">
              <UseLink use={use} />
              <Badge>{labelOf(use)}</Badge>
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <p className="text-13 text-muted">
          {plural(hidden, '{count} article that you cannot open.', '{count} articles that you cannot open.')}
        </p>
      )}
    </section>
  )
}

function UseLink({ use }: { use: FileUse }) {
  if (use.kind === 'article')
    return (
      <Link to="/admin/articles" search={{ article: use.id }} className={LINK}>
        <bdi>{use.title || phrase('Untitled')}</bdi>
      </Link>
    )
  if (use.kind === 'newsletter')
    return (
      <Link to="/admin/newsletter" className={LINK}>
        <bdi>{use.subject}</bdi>
      </Link>
    )
  if (use.kind === 'person' || use.kind === 'topic')
    return (
      <Link to={use.kind === 'person' ? '/admin/people' : '/admin/topics'} className={LINK}>
        <bdi>{use.name}</bdi>
      </Link>
    )
  if (use.kind === 'front')
    return (
      <Link to="/admin/front" className={LINK}>
        {use.name}
      </Link>
    )
  return (
    <Link to={use.name.endsWith('_page') ? '/admin/pages' : '/admin/settings'} className={LINK}>
      {use.name.endsWith('_page')
        ? use.name.replace(/_page$/, '').replaceAll('_', ' ')
        : use.name.replaceAll('_', ' ')}
    </Link>
  )
}

function labelOf(use: FileUse): string {
  if (use.kind === 'person' || use.kind === 'topic')
    return use.kind === 'person' ? phrase('Person') : phrase('Topic')
  if (use.kind === 'newsletter') return phrase('Newsletter')
  if (use.kind === 'front') return phrase('Front')
  if (use.kind === 'setting') return use.name.endsWith('_page') ? phrase('Page') : phrase('Setting')
  if (use.isInBin) return phrase('In the bin')
  return use.isPublished ? phrase('Published') : phrase('Draft')
}

function keyOf(use: FileUse): string {
  return 'id' in use ? use.id : `${use.kind} ${use.name}`
}
