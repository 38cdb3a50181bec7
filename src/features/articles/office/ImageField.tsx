import { ImageUp, X } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { mediaPath } from '#features/media/rules/variant.ts'
import { Button } from '#ui/office/Button.tsx'
import { TextField } from '#ui/office/TextField.tsx'
import type { Upload } from './useUpload.ts'

export type StoredImage = { id: string; imageUrl: string; key: string }

type Props = {
  value: string
  /** The image that the stored article has, which can be shown wherever it comes from. */
  stored: StoredImage | undefined
  upload: Upload
  error: string | undefined
  input: UseFormRegisterReturn
  onRemove: () => void
}

/** The article's image: an address, or a file that is chosen, dropped here, or pasted anywhere in the form. */
export function ImageField({ value, stored, upload, error, input, onRemove }: Props) {
  const [isOver, setIsOver] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const statusId = useId()
  const isBusy = upload.share !== undefined

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const [image] = event.dataTransfer.files
    if (image) void upload.send(image)
  }

  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="Image URL"
        dir="ltr"
        inputMode="url"
        help="The address of an image, or upload one: JPEG, PNG, WebP, AVIF or GIF, 10 MB at most."
        error={error}
        {...input}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way to what the button does */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={`flex flex-wrap items-center gap-3 border border-dashed p-3 ${isOver ? 'border-ink bg-wash' : 'border-muted'}`}
      >
        <ImagePreview key={value} value={value} stored={stored} />
        <div className="flex min-w-40 flex-1 flex-col items-start gap-2">
          <div className="flex flex-wrap gap-2">
            <Button
              isBusy={isBusy}
              busyText="Uploading..."
              aria-describedby={statusId}
              onClick={() => file.current?.click()}
            >
              <ImageUp aria-hidden size={16} />
              Choose an image
            </Button>
            {value && (
              <Button onClick={onRemove} aria-label="Remove the image">
                <X aria-hidden size={16} />
                Remove
              </Button>
            )}
          </div>
          <p className="text-13 text-muted">Or drop it here, or paste it.</p>
          <input
            ref={file}
            type="file"
            aria-label="Image file"
            accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
            hidden
            onChange={({ target }) => {
              const [image] = target.files ?? []
              if (image) void upload.send(image)
              // The same file can be chosen again.
              target.value = ''
            }}
          />
          <div id={statusId} aria-live="polite" className="w-full text-13">
            {isBusy && (
              <progress aria-label="Upload" max={1} value={upload.share} className="h-2 w-full accent-ink">
                {Math.round((upload.share ?? 0) * 100)}%
              </progress>
            )}
            {upload.failure && <p className="font-semibold text-danger">{upload.failure}</p>}
          </div>
        </div>
      </div>
    </div>
  )
}

/** What can be shown of it: our own images, and one from elsewhere once its article is stored. */
function ImagePreview({ value, stored }: Pick<Props, 'value' | 'stored'>) {
  const [isBroken, setIsBroken] = useState(false)
  const src = sourceOf(value, stored)
  if (!src) return null
  return (
    <figure className="flex w-37.5 shrink-0 flex-col gap-1">
      <img
        src={isBroken ? '/placeholder.svg' : src}
        alt="As it will be shown"
        width={150}
        height={100}
        onError={() => setIsBroken(true)}
        className="h-25 w-37.5 bg-wash object-cover"
      />
      {isBroken && (
        <figcaption className="text-13">
          This image cannot be had: readers would see the placeholder.
        </figcaption>
      )}
    </figure>
  )
}

function sourceOf(imageUrl: string, stored: Props['stored']): string | undefined {
  if (imageUrl.startsWith('/storage/')) return imageUrl
  if (!imageUrl || imageUrl !== stored?.imageUrl) return undefined
  return mediaPath({
    articleId: stored.id,
    imageKey: stored.key,
    ratio: '3:2',
    width: 320,
    format: 'webp',
  })
}
