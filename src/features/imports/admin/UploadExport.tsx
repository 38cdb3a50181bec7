import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { sendInParts } from '#features/media/admin/send-file.ts'
import { EXPORT_UPLOAD_PATH } from '#kernel/paths.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { FileInput } from '#ui/admin/forms/FileInput.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { MAX_UPLOAD_BYTES, uploadTooLarge } from '../rules/upload-limit.ts'

const uploadFailure = () => phrase('Failed to upload the export')

/** Sends an export in parts, so that only one is repeated after a lost connection. */
export function UploadExport() {
  const input = useRef<HTMLInputElement>(null)
  const queryClient = useQueryClient()
  const [sent, setSent] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File) =>
      file.size > MAX_UPLOAD_BYTES
        ? Promise.resolve({ kind: 'refused' as const, reason: uploadTooLarge() })
        : sendInParts<{ id: string }>(file, {
            id: crypto.randomUUID(),
            path: EXPORT_UPLOAD_PATH,
            parameters: {},
            signal: new AbortController().signal,
            onProgress: setSent,
          }),
    onSuccess(outcome) {
      if (outcome.kind === 'refused')
        return showToast({ title: phrase('Not uploaded'), text: outcome.reason, isError: true })
      return queryClient.invalidateQueries({ queryKey: ['admin', 'imports'] })
    },
    onError: (error) => showFailure(error, uploadFailure()),
  })
  return (
    <>
      <FileInput
        ref={input}
        label={phrase('Export of another system')}
        accept=".xml,.wxr,.json,.zip,.csv,.md,.html"
        onChoose={(file) => mutate(file)}
      />
      <Button
        variant="primary"
        isBusy={isPending}
        busyText={phrase('Uploading… {sent}%', { sent: Math.floor(sent * 100) })}
        onClick={() => input.current?.click()}
      >
        <Upload aria-hidden size={16} />
        {phrase('Upload Export')}
      </Button>
    </>
  )
}
