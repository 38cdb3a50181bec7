import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAdmittedAccount } from '#features/access/admin/useCapability.ts'
import { failureText } from '#kernel/failure-text.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { FileInput } from '#ui/admin/forms/FileInput.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showToast } from '#ui/toast.ts'
import { canEditFile, type LibraryFile } from '../rules/library-file.ts'
import { kindOf } from '../rules/media-kind.ts'
import { sendFile } from './send-file.ts'

const failure = () => phrase('The file was not replaced.')

/** Shows another file of the same kind wherever the file is used. */
export function ReplaceFileButton({ file: current }: { file: LibraryFile }) {
  const queryClient = useQueryClient()
  const account = useAdmittedAccount()
  const input = useRef<HTMLInputElement>(null)
  const kind = kindOf(current.mime)
  const [chosen, setChosen] = useState<{ id: string; file: File }>()
  const [progress, setProgress] = useState(0)
  const { mutate, data, error, isPending, cancel } = useCancellableMutation({
    mutationFn: ({ id, file }: { id: string; file: File }, signal) =>
      sendFile(file, { id, replaces: current.id, signal, onProgress: setProgress }),
    onSuccess(sent) {
      if (sent.kind === 'refused') return
      setChosen(undefined)
      void queryClient.invalidateQueries({ queryKey: ['admin', 'media'] })
      void showToast({
        title: phrase('File replaced'),
        text: phrase('It is shown wherever the file is used.'),
      })
    },
  })
  if (!account || !canEditFile(account, { uploadedBy: current.uploadedBy?.id ?? null })) return null
  return (
    <>
      <Button onClick={() => input.current?.click()}>
        <RefreshCw aria-hidden size={16} />
        {phrase('Replace File')}
      </Button>
      <FileInput
        ref={input}
        label={phrase('New file')}
        {...(kind !== 'image' && { accept: `${kind}/*` })}
        onChoose={(file) => setChosen({ id: crypto.randomUUID(), file })}
      />
      <ConfirmDialog
        title={phrase('Replace the file everywhere?')}
        text={phraseParts(
          '{name} replaces the file wherever it is used, also in published articles and earlier revisions. Texts stay as they are.',
          { name: <bdi key="name">{chosen?.file.name}</bdi> },
        )}
        confirmLabel={isPending ? phrase('Replacing…') : phrase('Replace')}
        isOpen={chosen !== undefined}
        isBusy={isPending}
        error={error ? failureText(error, failure()) : data?.kind === 'refused' ? data.reason : undefined}
        onConfirm={() => chosen && mutate(chosen)}
        onCancel={() => {
          cancel()
          setChosen(undefined)
        }}
      >
        {isPending && (
          <progress
            aria-label={phrase('Upload')}
            max={1}
            {...(progress < 1 && { value: progress })}
            className="mt-3 h-1.5 w-full accent-ink"
          />
        )}
      </ConfirmDialog>
    </>
  )
}
