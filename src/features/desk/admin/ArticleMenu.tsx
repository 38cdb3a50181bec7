import { Copy, ExternalLink, Pencil, Trash2, UserRoundPlus } from 'lucide-react'
import { useDraftAction } from '#features/drafts/admin/useDraftAction.ts'
import { RowMenu, RowMenuItem, RowMenuLink } from '#ui/admin/RowMenu.tsx'
import { duplicateArticleFn } from '../desk.functions.ts'
import type { ListedArticle } from '../server/read-listed-articles.server.ts'

type Props = {
  article: ListedArticle
  deletion: 'Delete' | 'Reject'
  onEdit: (id: string) => void
  onAssign: ((article: ListedArticle) => void) | undefined
  onDelete: (article: ListedArticle) => void
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
    <RowMenu label={`More actions for ${title}`} isBusy={isBusy}>
      <RowMenuItem Icon={Pencil} label="Edit" onSelect={() => onEdit(id)} />
      {onAssign && <RowMenuItem Icon={UserRoundPlus} label="Assign…" onSelect={() => onAssign(article)} />}
      <RowMenuItem Icon={Copy} label="Duplicate" onSelect={duplicate} />
      {publishedAt && <RowMenuLink Icon={ExternalLink} href={`/article/${id}`} label="View Live" />}
      {sourceUrl && <RowMenuLink Icon={ExternalLink} href={sourceUrl} label="Source" />}
      <RowMenuItem Icon={Trash2} label={`${deletion}…`} isDangerous onSelect={() => onDelete(article)} />
    </RowMenu>
  )
}
