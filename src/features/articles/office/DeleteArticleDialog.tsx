import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isSignedOutError } from '#features/accounts/rules/access.ts'
import { ConfirmDialog } from '#ui/office/ConfirmDialog.tsx'
import { showToast } from '#ui/toast.ts'
import { deleteArticleFn, restoreArticleFn } from '../admin-articles.functions.ts'

const UNDO_MS = 10_000
const SIGNED_OUT = 'You have been signed out. Please log in and try again.'

type Article = { id: string; title: string }
type Props = { article: Article | undefined; onClose: () => void }

/** Spec section 5. */
export function DeleteArticleDialog({ article, onClose }: Props) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['admin', 'articles'] })

  async function undo({ id }: Article) {
    try {
      const isRestored = await restoreArticleFn({ data: { id } })
      await showToast(
        isRestored
          ? { title: 'Article restored' }
          : { title: 'Error', text: 'The article can no longer be restored', isError: true },
      )
    } catch {
      await showToast({ title: 'Error', text: 'Failed to restore article', isError: true })
    }
    await refresh()
  }

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ id }: Article) => deleteArticleFn({ data: { id } }),
    // Fails at once when offline.
    networkMode: 'always',
    async onSuccess(_, deleted) {
      onClose()
      await refresh()
      await showToast({
        title: 'Article deleted successfully',
        text: deleted.title,
        durationMs: UNDO_MS,
        action: { label: 'Undo', run: () => void undo(deleted) },
      })
    },
    onError: () => showToast({ title: 'Error', text: 'Failed to delete article', isError: true }),
  })

  return (
    <ConfirmDialog
      title="Are you sure you want to delete this article?"
      text={
        <>
          <span className="block">{article?.title}</span>
          {error && (
            <span role="alert" className="block pt-3 font-semibold text-danger">
              {isSignedOutError(error) ? SIGNED_OUT : 'Failed to delete article. Please try again.'}
            </span>
          )}
        </>
      }
      confirmLabel="Delete"
      isOpen={article !== undefined}
      isBusy={isPending}
      isDangerous
      onConfirm={() => article && !isPending && mutate(article)}
      onCancel={() => {
        reset()
        onClose()
      }}
    />
  )
}
