import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAdmittedAccount } from '#features/access/admin/useCapability.ts'
import { failureText } from '#kernel/failure-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showToast } from '#ui/toast.ts'
import { deleteFileFailure, deleteFileFn } from '../media.functions.ts'
import { canEditFile, type LibraryFile } from '../rules/library-file.ts'
import type { DeleteFileOutcome } from '../server/change-file.server.ts'
import { fileTitle } from './FileTile.tsx'

const outcomes = (): Record<Exclude<DeleteFileOutcome['kind'], 'deleted'>, string> => ({
  gone: phrase('The file no longer exists.'),
  denied: phrase('You can delete your own files only.'),
  used: phrase('The file is used. Remove it there first.'),
  'in-revision': phrase('An earlier revision of an article contains it. Replace the file instead.'),
})

/** Deletes a file that nothing uses. */
export function DeleteFileButton({ file, onDeleted }: { file: LibraryFile; onDeleted: () => void }) {
  const queryClient = useQueryClient()
  const account = useAdmittedAccount()
  const [isOpen, setIsOpen] = useState(false)
  const { mutate, data, error, isPending, cancel } = useCancellableMutation({
    mutationFn: (id: string, signal) => deleteFileFn({ data: { id }, signal }),
    onSuccess(outcome) {
      if (outcome.kind !== 'deleted' && outcome.kind !== 'gone') return
      void queryClient.invalidateQueries({ queryKey: ['admin', 'media'] })
      void showToast({ title: phrase('File deleted'), text: fileTitle(file.name) })
      onDeleted()
    },
  })
  if (file.isUsed || !account || !canEditFile(account, { uploadedBy: file.uploadedBy?.id ?? null }))
    return null
  const refusal = data && data.kind !== 'deleted' ? outcomes()[data.kind] : undefined
  return (
    <>
      <Button variant="danger" onClick={() => setIsOpen(true)}>
        <Trash2 aria-hidden size={16} />
        {phrase('Delete')}
      </Button>
      <ConfirmDialog
        title={phrase('Delete the file?')}
        text={phrase('Nothing uses it. It cannot be restored.')}
        confirmLabel={phrase('Delete')}
        isDangerous
        isOpen={isOpen}
        isBusy={isPending}
        error={error ? failureText(error, deleteFileFailure()) : refusal}
        onConfirm={() => mutate(file.id)}
        onCancel={() => {
          cancel()
          setIsOpen(false)
        }}
      />
    </>
  )
}
