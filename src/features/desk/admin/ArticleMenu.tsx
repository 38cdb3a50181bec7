import { Copy, ExternalLink, Pencil, Trash2, UserRoundPlus } from 'lucide-react'
import { useDraftAction } from '#features/drafts/admin/useDraftAction.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { RowMenu, RowMenuItem, RowMenuLink } from '#ui/admin/RowMenu.tsx'
import { duplicateArticleFn } from '../desk.functions.ts'
import type { ListedArticle } from '../server/read-listed-articles.server.ts'

type Props = {
  article: ListedArticle
  deletion: string
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
      success: phrase('Article duplicated'),
      failure: phrase('Failed to duplicate article'),
      onDone: () => onEdit(copyId),
    })
  }

  return (
    <RowMenu label={phrase('More actions for {title}', { title })} isBusy={isBusy}>
      <RowMenuItem Icon={Pencil} label={phrase('Edit')} onSelect={() => onEdit(id)} />
      {onAssign && (
        <RowMenuItem Icon={UserRoundPlus} label={phrase('Assign…')} onSelect={() => onAssign(article)} />
      )}
      <RowMenuItem Icon={Copy} label={phrase('Duplicate')} onSelect={duplicate} />
      {publishedAt && <RowMenuLink Icon={ExternalLink} href={`/article/${id}`} label={phrase('View Live')} />}
      {sourceUrl && <RowMenuLink Icon={ExternalLink} href={sourceUrl} label={phrase('Source')} />}
      <RowMenuItem
        Icon={Trash2}
        label={phrase('{action}…', { action: deletion })}
        isDangerous
        onSelect={() => onDelete(article)}
      />
    </RowMenu>
  )
}
