import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { failureText } from '#kernel/failure-text.ts'
import { PORTRAIT_UPLOAD_PATH } from '#kernel/paths.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { fetchOwn } from '#platform/http/fetch-from-server.ts'
import { FormDialog } from '#ui/admin/forms/FormDialog.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import {
  cropSquare,
  moveCrop,
  type PortraitCrop,
  sideOfZoom,
  WHOLE_IMAGE,
  zoomOfSide,
} from '../rules/portrait.ts'

const failure = () => phrase('Failed to save your portrait')
/** Pixels of the preview, at double density. */
const SIDE = 512

type Props = { file: File; image: ImageBitmap; onSaved: () => void; onClose: () => void }

/** Chooses the square of an image, with a pointer or with the keyboard. */
export function CropDialog({ file, image, onSaved, onClose }: Props) {
  const [crop, setCrop] = useState<PortraitCrop>(WHOLE_IMAGE)
  const { mutate, data, error, isPending, cancel } = useCancellableMutation({
    mutationFn: (chosen: PortraitCrop, signal) => savePortrait(file, chosen, signal),
    onSuccess: ({ message }) => message === undefined && onSaved(),
  })
  const change = (part: Partial<PortraitCrop>) => setCrop({ ...crop, ...part })
  const { width, height } = cropSquare(image, crop)
  return (
    <FormDialog
      title={phrase('Crop your portrait')}
      submitLabel={phrase('Save Portrait')}
      isChanged={false}
      isBusy={isPending}
      error={error ? failureText(error, failure()) : data?.message}
      onSubmit={() => isPending || mutate(crop)}
      onClose={() => {
        cancel()
        onClose()
      }}
    >
      <CropPreview image={image} crop={crop} onChange={setCrop} />
      <Slider
        label={phrase('Zoom')}
        value={zoomOfSide(crop.side)}
        onChange={(zoom) => change({ side: sideOfZoom(zoom) })}
      />
      {image.width > width && (
        <Slider label={phrase('Horizontal position')} value={crop.x} onChange={(x) => change({ x })} />
      )}
      {image.height > height && (
        <Slider label={phrase('Vertical position')} value={crop.y} onChange={(y) => change({ y })} />
      )}
    </FormDialog>
  )
}

type PreviewProps = { image: ImageBitmap; crop: PortraitCrop; onChange: (crop: PortraitCrop) => void }

/** Drawn, since the Content-Security-Policy allows no image without an address. */
function CropPreview({ image, crop, onChange }: PreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const dragged = useRef<{ x: number; y: number }>(undefined)

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    const { left, top, width, height } = cropSquare(image, crop)
    context?.clearRect(0, 0, SIDE, SIDE)
    context?.drawImage(image, left, top, width, height, 0, 0, SIDE, SIDE)
  }, [image, crop])

  function drag({ clientX: x, clientY: y, currentTarget }: PointerEvent) {
    if (!dragged.current) return
    const scale = cropSquare(image, crop).width / currentTarget.getBoundingClientRect().width
    const by = { x: (dragged.current.x - x) * scale, y: (dragged.current.y - y) * scale }
    dragged.current = { x, y }
    onChange(moveCrop(image, crop, by))
  }

  return (
    <canvas
      ref={canvas}
      width={SIDE}
      height={SIDE}
      role="img"
      aria-label={phrase('Preview of your portrait')}
      onPointerDown={({ clientX: x, clientY: y, currentTarget, pointerId }) => {
        currentTarget.setPointerCapture(pointerId)
        dragged.current = { x, y }
      }}
      onPointerMove={drag}
      // Also fires when the system cancels the gesture.
      onLostPointerCapture={() => {
        dragged.current = undefined
      }}
      className="mx-auto size-48 cursor-grab touch-none rounded-full bg-wash"
    />
  )
}

type SliderProps = { label: string; value: number; onChange: (value: number) => void }

function Slider({ label, value, onChange }: SliderProps) {
  return (
    <label className="flex flex-col gap-1 text-13 font-semibold">
      {label}
      <input
        type="range"
        min={0}
        max={100}
        value={Math.round(value * 100)}
        onChange={({ target }) => onChange(target.valueAsNumber / 100)}
        className="w-full accent-ink pointer-coarse:min-h-11"
      />
    </label>
  )
}

/** @returns a message if the server refuses the image */
async function savePortrait(
  file: File,
  { x, y, side }: PortraitCrop,
  signal: AbortSignal,
): Promise<{ message?: string }> {
  const query = new URLSearchParams({ x: String(x), y: String(y), side: String(side) })
  const response = await fetchOwn(`${PORTRAIT_UPLOAD_PATH}?${query}`, { method: 'POST', body: file, signal })
  const result: { message?: string } | null = await response.json().catch(() => null)
  return response.ok ? {} : { message: result?.message ?? failure() }
}
