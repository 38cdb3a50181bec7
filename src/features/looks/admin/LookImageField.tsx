import { ImageUp, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { FileInput } from '#ui/admin/forms/FileInput.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { lookImageFailure, storeLookImageFn } from '../looks.functions.ts'
import {
  type ImageKind,
  type LookImage,
  lookFilePath,
  lookImageTooLarge,
  MAX_LOOK_IMAGE_BYTES,
} from '../rules/look.ts'

const FILES: Record<ImageKind, string> = { wordmark: 'wordmark.png', icon: 'icon-192.png' }

type Props = {
  label: string
  kind: ImageKind
  /** The colour behind the image. */
  background: string
  help: string
  image: LookImage | null
  onChange: (image: LookImage | null) => void
}

export function LookImageField({ label, kind, background, help, image, onChange }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const upload = useCancellableMutation({
    mutationFn: async (file: File, signal) => {
      if (file.size > MAX_LOOK_IMAGE_BYTES) return { kind: 'rejected' as const, reason: lookImageTooLarge() }
      const base64 = await toBase64(file)
      return storeLookImageFn({ data: { kind, base64 }, signal })
    },
    onSuccess(outcome) {
      setError(outcome.kind === 'rejected' ? outcome.reason : undefined)
      if (outcome.kind === 'stored') onChange(outcome.image)
    },
    onError: (failure) => showFailure(failure, lookImageFailure()),
  })
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <p id={id} className="text-13 font-semibold">
        {label}
      </p>
      {image && (
        <div
          className="flex h-16 items-center border border-rule p-3"
          style={{ backgroundColor: background }}
        >
          <img
            src={lookFilePath(image.hash, FILES[kind])}
            alt={label}
            className="h-full max-w-full object-contain object-left"
          />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <FileInput
          ref={input}
          label={phrase('File of the {label}', { label: label.toLowerCase() })}
          accept="image/png,image/jpeg,image/webp,image/avif,image/svg+xml,.svg"
          onChoose={(file) => upload.mutate(file)}
        />
        <Button
          isBusy={upload.isPending}
          busyText={phrase('Uploading...')}
          onClick={() => input.current?.click()}
        >
          <ImageUp aria-hidden size={16} />
          {image ? phrase('Replace') : phrase('Upload')}
          <span className="sr-only"> {label.toLowerCase()}</span>
        </Button>
        {image && (
          <Button onClick={() => onChange(null)}>
            <Trash2 aria-hidden size={16} />
            {phrase('Remove')}
            <span className="sr-only"> {label.toLowerCase()}</span>
          </Button>
        )}
      </div>
      <p role="alert" className="text-13 font-semibold text-danger empty:hidden">
        {error}
      </p>
      <p className="text-13 text-muted">{help}</p>
    </section>
  )
}

function toBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
