import { Copy, Ellipsis, ExternalLink, type LucideIcon, Pencil, Trash2, UserRoundPlus } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { duplicateArticleFn } from '../desk.functions.ts'
import type { AdminArticle } from '../server/read-list-entries.server.ts'
import { useDraftAction } from './useDraftAction.ts'

type Props = {
  article: AdminArticle
  deletion: 'Delete' | 'Reject'
  onEdit: (id: string) => void
  onAssign: ((article: AdminArticle) => void) | undefined
  onDelete: (article: AdminArticle) => void
}

/** The actions of a row; in a narrow list, all of them. */
export function ArticleMenu({ article, deletion, onEdit, onAssign, onDelete }: Props) {
  const { run, isBusy } = useDraftAction()
  const { id, title, publishedAt, sourceUrl } = article

  function duplicate() {
    const copyId = crypto.randomUUID()
    run({
      send: (signal) => duplicateArticleFn({ data: { id, copyId }, signal }),
      success: 'Article duplicated',
      failure: 'Failed to duplicate article',
      onDone: () => onEdit(copyId),
    })
  }

  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        aria-label={`More actions for ${title}`}
        title="More actions"
        disabled={isBusy}
        className="office-icon-button"
      >
        <Ellipsis aria-hidden size={16} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          collisionPadding={8}
          className="sheet z-20 min-w-44 py-1 font-sans text-14 text-ink shadow-lg"
        >
          <Item Icon={Pencil} label="Edit" onSelect={() => onEdit(id)} />
          {onAssign && <Item Icon={UserRoundPlus} label="Assign…" onSelect={() => onAssign(article)} />}
          <Item Icon={Copy} label="Duplicate" onSelect={duplicate} />
          {publishedAt && <LinkItem href={`/article/${id}`} label="View Live" />}
          {sourceUrl && <LinkItem href={sourceUrl} label="Source" />}
          <Item Icon={Trash2} label={`${deletion}…`} isDangerous onSelect={() => onDelete(article)} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

const ITEM =
  'flex min-h-9 cursor-pointer items-center gap-3 px-3 outline-none data-highlighted:bg-wash pointer-coarse:min-h-11'

type ItemProps = { Icon: LucideIcon; label: string; isDangerous?: boolean; onSelect: () => void }

function Item({ Icon, label, isDangerous = false, onSelect }: ItemProps) {
  return (
    <DropdownMenu.Item onSelect={onSelect} className={`${ITEM} ${isDangerous ? 'text-danger' : ''}`}>
      <Icon aria-hidden size={16} />
      {label}
    </DropdownMenu.Item>
  )
}

function LinkItem({ href, label }: { href: string; label: string }) {
  return (
    <DropdownMenu.Item asChild>
      <a href={href} target="_blank" rel="noopener noreferrer" className={ITEM}>
        <ExternalLink aria-hidden size={16} />
        {label}
        <span className="sr-only">(opens in a new tab)</span>
      </a>
    </DropdownMenu.Item>
  )
}
