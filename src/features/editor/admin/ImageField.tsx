import { useQuery } from '@tanstack/react-query'
import { Images, ImageUp, X } from 'lucide-react'
import { type ClipboardEvent, type ComponentProps, type DragEvent, useId, useRef, useState } from 'react'
import { ChooseFileDialog } from '#features/media/admin/ChooseFileDialog.tsx'
import { endedRightsQuery } from '#features/media/media.functions.ts'
import { listUploadNames } from '#features/media/rules/ended-rights.ts'
import type { ChosenFile } from '#features/media/rules/library-file.ts'
import { mediaPath, uploadMediaPath, uploadNameOf } from '#features/media/rules/variant.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { FileInput } from '#ui/admin/forms/FileInput.tsx'
import { TextField } from '#ui/admin/forms/TextField.tsx'
import { findPastedImage } from '../rules/clipboard.ts'
import type { ImageUpload } from './useImageUpload.ts'

export type StoredImage = { id: string; imageUrl: string; key: string }

type Props = {
  value: string
  /** The image of the published article. */
  stored: StoredImage | undefined
  imageUpload: ImageUpload
  field: ComponentProps<typeof TextField>
  /** Called with an image of the media library. */
  onChoose: (image: ChosenFile) => void
  onRemove: () => void
}

export function ImageField({ value, stored, imageUpload, field, onChoose, onRemove }: Props) {
  const { progress, error } = imageUpload
  const [isDragOver, setIsDragOver] = useState(false)
  const [isChoosing, setIsChoosing] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const statusId = useId()
  const isBusy = progress !== undefined
  const { data: ended } = useQuery(endedRightsQuery(listUploadNames(value)))

  function drop(event: DragEvent) {
    event.preventDefault()
    event.stopPropagation()
    setIsDragOver(false)
    const [image] = event.dataTransfer.files
    if (image) void imageUpload.upload(image)
  }

  function paste(event: ClipboardEvent) {
    const image = findPastedImage(event.clipboardData)
    if (!image) return
    event.preventDefault()
    event.stopPropagation()
    void imageUpload.upload(image)
  }

  return (
    <div onPaste={paste} className="flex flex-col gap-2">
      <TextField
        dir="ltr"
        inputMode="url"
        help={phrase(
          'Enter the URL of an image or upload one: JPEG, PNG, WebP, AVIF, GIF or HEIC, up to 50 MB.',
        )}
        {...field}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the button */}
      <div
        // Pasting needs focus, which a click sets.
        tabIndex={-1}
        onDragOver={(event) => {
          event.preventDefault()
          setIsDragOver(true)
        }}
        onDragLeave={() => setIsDragOver(false)}
        onDrop={drop}
        className={`flex flex-wrap items-center gap-3 border border-dashed p-3 ${isDragOver ? 'border-ink bg-wash' : 'border-muted'}`}
      >
        <ImagePreview key={value} value={value} stored={stored} />
        <div className="flex min-w-44 flex-1 flex-col items-start gap-2">
          <div className="flex flex-wrap gap-2">
            <Button
              isBusy={isBusy}
              busyText={phrase('Uploading…')}
              aria-describedby={statusId}
              onClick={() => file.current?.click()}
            >
              <ImageUp aria-hidden size={16} />
              {phrase('Choose Image')}
            </Button>
            <Button aria-haspopup="dialog" onClick={() => setIsChoosing(true)}>
              <Images aria-hidden size={16} />
              {phrase('Library')}
            </Button>
            {value && (
              <Button onClick={onRemove} aria-label={phrase('Remove the image')}>
                <X aria-hidden size={16} />
                {phrase('Remove')}
              </Button>
            )}
          </div>
          <p className="text-13 text-muted">{phrase('Or drop or paste it here.')}</p>
          <FileInput
            ref={file}
            label={phrase('Image file')}
            onChoose={(image) => void imageUpload.upload(image)}
          />
          <div id={statusId} aria-live="polite" className="w-full text-13">
            {isBusy && (
              <progress
                aria-label={phrase('Upload')}
                max={1}
                value={progress}
                className="h-2 w-full accent-ink"
              >
                {Math.round((progress ?? 0) * 100)}%
              </progress>
            )}
            {error && <p className="font-semibold text-danger">{error}</p>}
            {ended && ended.length > 0 && (
              <p className="font-semibold text-danger">{phrase('The rights to this image have ended.')}</p>
            )}
          </div>
        </div>
      </div>
      {isChoosing && (
        <ChooseFileDialog
          onChoose={([image]) => {
            setIsChoosing(false)
            if (image) onChoose(image)
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </div>
  )
}

function ImagePreview({ value, stored }: Pick<Props, 'value' | 'stored'>) {
  const [isBroken, setIsBroken] = useState(false)
  const src = previewUrl(value, stored)
  if (!src) return null
  return (
    <figure className="flex w-37.5 shrink-0 flex-col gap-1">
      <img
        src={isBroken ? '/placeholder.svg' : src}
        alt={phrase('Preview')}
        width={150}
        height={100}
        onError={() => setIsBroken(true)}
        className="h-25 w-37.5 bg-wash object-cover"
      />
      {isBroken && (
        <figcaption className="text-13">
          {phrase('This image cannot be loaded. Readers see the placeholder.')}
        </figcaption>
      )}
    </figure>
  )
}

const CROP = { ratio: '3:2', width: 320, format: 'webp' } as const

/** @returns undefined for an external image, unless it is that of the published article */
export function previewUrl(imageUrl: string, stored: Props['stored']): string | undefined {
  const upload = uploadNameOf(imageUrl)
  if (upload) return uploadMediaPath({ upload, ...CROP })
  if (!imageUrl || imageUrl !== stored?.imageUrl) return undefined
  return mediaPath({ articleId: stored.id, imageKey: stored.key, ...CROP })
}
