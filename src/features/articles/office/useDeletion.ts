import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isSignedOut } from '#features/accounts/rules/refusals.ts'
import { showToast } from '#ui/toast.ts'
import { sendDeletion, sendRestoration } from '../admin-articles.functions.ts'

type Doomed = { id: string; title: string }

/** How long Undo is offered: long enough to read the headline again. */
const UNDO_MS = 10_000

/** What is said under the question when the article could not be deleted (spec §8). */
const FAILED = 'Failed to delete article. Please try again.'
const SIGNED_OUT = 'You have been signed out. Please log in and try again.'

/** Deletes an article after a question, and offers Undo. */
export function useDeletion() {
  const queryClient = useQueryClient()
  const [doomed, setDoomed] = useState<Doomed>()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['admin', 'articles'] })

  async function undo({ id }: Doomed) {
    try {
      const isBack = await sendRestoration({ data: { id } })
      await showToast(
        isBack
          ? { title: 'Article restored' }
          : { title: 'Error', text: 'The article cannot be restored any more', isError: true },
      )
    } catch {
      await showToast({ title: 'Error', text: 'Failed to restore article', isError: true })
    }
    await refresh()
  }

  return {
    doomed,
    isBusy,
    failure,
    ask(article: Doomed) {
      setFailure(undefined)
      setDoomed(article)
    },
    cancel: () => setDoomed(undefined),
    async confirm() {
      if (!doomed || isBusy) return
      setIsBusy(true)
      setFailure(undefined)
      try {
        await sendDeletion({ data: { id: doomed.id } })
        setDoomed(undefined)
        await refresh()
        await showToast({
          title: 'Article deleted successfully',
          text: doomed.title,
          durationMs: UNDO_MS,
          action: { label: 'Undo', run: () => void undo(doomed) },
        })
      } catch (error) {
        setFailure(isSignedOut(error) ? SIGNED_OUT : FAILED)
        await showToast({ title: 'Error', text: 'Failed to delete article', isError: true })
      } finally {
        setIsBusy(false)
      }
    },
  }
}
