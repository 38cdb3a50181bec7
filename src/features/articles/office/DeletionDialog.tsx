import { ConfirmDialog } from '#ui/office/ConfirmDialog.tsx'
import type { useDeletion } from './useDeletion.ts'

/** The question before an article is deleted (spec §5); it stays when that failed. */
export function DeletionDialog({ deletion }: { deletion: ReturnType<typeof useDeletion> }) {
  const { doomed, isBusy, failure, confirm, cancel } = deletion
  return (
    <ConfirmDialog
      title="Are you sure you want to delete this article?"
      text={
        <>
          <span className="block">{doomed?.title}</span>
          {failure && (
            <span role="alert" className="block pt-3 font-semibold text-danger">
              {failure}
            </span>
          )}
        </>
      }
      confirmLabel="Delete"
      isOpen={doomed !== undefined}
      isBusy={isBusy}
      isDangerous
      onConfirm={confirm}
      onCancel={cancel}
    />
  )
}
