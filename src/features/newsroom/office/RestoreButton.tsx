import { Button } from '#ui/office/Button.tsx'
import { restoreArticleFn } from '../newsroom.functions.ts'
import { useDraftAction } from './useDraftAction.ts'

/** Restores an article from the bin. */
export function RestoreButton({ id, title }: { id: string; title: string }) {
  const { run, isBusy } = useDraftAction()
  return (
    <Button
      aria-label={`Restore ${title}`}
      isBusy={isBusy}
      onClick={() =>
        run({
          send: async () => ({ kind: (await restoreArticleFn({ data: { id } })) ? 'restored' : 'gone' }),
          success: 'Article restored',
          failure: 'Failed to restore article',
        })
      }
    >
      Restore
    </Button>
  )
}
