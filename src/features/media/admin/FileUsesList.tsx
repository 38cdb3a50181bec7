import { Link, type LinkProps } from '@tanstack/react-router'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import type { FileUse, FileUses } from '../server/file-uses.server.ts'

/** Lists where a file is used, with links. */
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
          {uses.map((use) => {
            const { name, label, link } = describeUse(use)
            return (
              <li key={keyOf(use)} className="flex items-start justify-between gap-2 py-1.5">
                <Link {...link} className="underline underline-offset-2 wrap-anywhere">
                  <bdi>{name}</bdi>
                </Link>
                <Badge>{label}</Badge>
              </li>
            )
          })}
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

type Shown = { name: string; label: string; link: LinkProps }

/** Describes each kind of use: its name, its badge, and the screen where it can be changed. */
const DESCRIBE: { [Kind in FileUse['kind']]: (use: Extract<FileUse, { kind: Kind }>) => Shown } = {
  article: ({ id, title, isInBin, isPublished }) => ({
    name: title || phrase('Untitled'),
    label: isInBin ? phrase('In the bin') : isPublished ? phrase('Published') : phrase('Draft'),
    link: { to: '/admin/articles', search: { article: id } },
  }),
  newsletter: ({ subject }) => ({
    name: subject,
    label: phrase('Newsletter'),
    link: { to: '/admin/newsletter' },
  }),
  person: ({ name }) => ({ name, label: phrase('Person'), link: { to: '/admin/people' } }),
  topic: ({ name }) => ({ name, label: phrase('Topic'), link: { to: '/admin/topics' } }),
  front: ({ name }) => ({ name, label: phrase('Front'), link: { to: '/admin/front' } }),
  setting({ name }) {
    const page = name.endsWith('_page') ? name.slice(0, -'_page'.length) : undefined
    return {
      name: (page ?? name).replaceAll('_', ' '),
      label: page === undefined ? phrase('Setting') : phrase('Page'),
      link: { to: page === undefined ? '/admin/settings' : '/admin/pages' },
    }
  },
}

function describeUse<Kind extends FileUse['kind']>(use: Extract<FileUse, { kind: Kind }>): Shown {
  return DESCRIBE[use.kind as Kind](use)
}

function keyOf(use: FileUse): string {
  return 'id' in use ? use.id : `${use.kind} ${use.name}`
}
