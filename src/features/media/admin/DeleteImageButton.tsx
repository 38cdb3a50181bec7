import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAdmittedAccount } from '#features/access/admin/useCapability.ts'
import { failureText } from '#kernel/failure-text.ts'
import { Button } from '#ui/admin/Button.tsx'
import { ConfirmDialog } from '#ui/admin/ConfirmDialog.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showToast } from '#ui/toast.ts'
import { DELETE_IMAGE_FAILURE, deleteImageFn } from '../media.functions.ts'
import { canEditImage, type LibraryFile } from '../rules/library-file.ts'
import type { DeleteImageOutcome } from '../server/change-image.server.ts'
import { fileTitle } from './ImageTile.tsx'

const OUTCOMES: Record<Exclude<DeleteImageOutcome['kind'], 'deleted'>, string> = {
  gone: 'The file no longer exists.',
  denied: 'You can delete your own files only.',
  used: 'The file is used. Remove it there first.',
  'in-revision': 'An earlier revision of an article contains it. Replace the file instead.',
}

/** Deletes an image that nothing uses. */
export function DeleteImageButton({ image, onDeleted }: { image: LibraryFile; onDeleted: () => void }) {
  const queryClient = useQueryClient()
  const account = useAdmittedAccount()
  const [isOpen, setIsOpen] = useState(false)
  const { mutate, data, error, isPending, cancel } = useCancellableMutation({
    mutationFn: (id: string, signal) => deleteImageFn({ data: { id }, signal }),
    onSuccess(outcome) {
      if (outcome.kind !== 'deleted' && outcome.kind !== 'gone') return
      void queryClient.invalidateQueries({ queryKey: ['admin', 'media'] })
      void showToast({ title: 'File deleted', text: fileTitle(image.name) })
      onDeleted()
    },
  })
  if (image.isUsed || !account || !canEditImage(account, { uploadedBy: image.uploadedBy?.id ?? null }))
    return null
  const refusal = data && data.kind !== 'deleted' ? OUTCOMES[data.kind] : undefined
  return (
    <>
      <Button variant="danger" onClick={() => setIsOpen(true)}>
        <Trash2 aria-hidden size={16} />
        Delete
      </Button>
      <ConfirmDialog
        title="Delete the file?"
        text="Nothing uses it. It cannot be restored."
        confirmLabel="Delete"
        isDangerous
        isOpen={isOpen}
        isBusy={isPending}
        error={error ? failureText(error, DELETE_IMAGE_FAILURE) : refusal}
        onConfirm={() => mutate(image.id)}
        onCancel={() => {
          cancel()
          setIsOpen(false)
        }}
      />
    </>
  )
}
