import { useQueryClient } from '@tanstack/react-query'
import { isSignedOutError } from '#features/access/rules/access.ts'
import { type DeletedArticle, describeDeletion, isUnseenItem } from '#features/drafts/rules/draft-status.ts'
import { failureText } from '#kernel/failure-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { deleteArticleFn, restoreArticleFn } from '../publishing.functions.ts'

const signedOutText = () => phrase('You have been signed out. Please sign in and try again.')

type Article = DeletedArticle & { id: string; title: string }
type Props = { article: Article | undefined; onDeleted?: () => void; onClose: () => void }

export function DeleteArticleDialog({ article, onDeleted, onClose }: Props) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['admin', 'articles'] })

  async function undo({ id }: Article) {
    try {
      const isRestored = await restoreArticleFn({ data: { id } })
      await showToast(
        isRestored
          ? { title: phrase('Article restored') }
          : { title: phrase('Error'), text: phrase('The article can no longer be restored'), isError: true },
      )
    } catch (error) {
      showFailure(error, phrase('Failed to restore article'))
    }
    await refresh()
  }

  const { mutate, isPending, error, cancel } = useCancellableMutation({
    mutationFn: ({ id }: Article, signal) => deleteArticleFn({ data: { id }, signal }),
    async onSuccess(_, deleted) {
      onClose()
      onDeleted?.()
      await refresh()
      await showToast({
        title: isUnseenItem(deleted) ? phrase('Article rejected') : phrase('Article deleted successfully'),
        text: deleted.title,
        action: { label: phrase('Undo'), run: () => void undo(deleted) },
      })
    },
    onError: (error) => showFailure(error, phrase('Failed to delete article')),
  })

  const isUnseen = article !== undefined && isUnseenItem(article)
  return (
    <ConfirmDialog
      title={
        isUnseen ? phrase('Reject this article?') : phrase('Are you sure you want to delete this article?')
      }
      text={
        <>
          <span className="line-clamp-5 wrap-anywhere">{article?.title || phrase('Untitled')}</span>
          <span className="block pt-2">{article && describeDeletion([article])}</span>
        </>
      }
      confirmLabel={isUnseen ? phrase('Reject') : phrase('Delete')}
      isOpen={article !== undefined}
      isBusy={isPending}
      isDangerous
      error={error ? describeError(error) : undefined}
      onConfirm={() => article && !isPending && mutate(article)}
      onCancel={() => {
        cancel()
        onClose()
      }}
    />
  )
}

function describeError(error: Error): string {
  return isSignedOutError(error)
    ? signedOutText()
    : failureText(error, phrase('Failed to delete article. Please try again.'))
}
