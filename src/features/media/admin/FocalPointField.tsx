import { Crosshair } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { cropOf } from '../rules/crop.ts'
import { type FocalPoint, formatFocalPoint, parseFocalPoint } from '../rules/file-form.ts'
import { imageAddress, type LibraryFile } from '../rules/library-file.ts'
import { heightOf, SHARE_IMAGE, uploadMediaPath } from '../rules/variant.ts'

const CENTRE = { x: 0.5, y: 0.5 }
/** For each press of an arrow key, and with Shift. */
const STEP = 0.01
const LARGE_STEP = 0.1

/** Two in a row, of the same height. */
const cropRows = () =>
  [
    [
      { ratio: '16:9', label: phrase('Lead image') },
      { ratio: '3:2', label: phrase('Cards') },
    ],
    [
      { ratio: '1:1', label: phrase('Phone lists') },
      { ratio: SHARE_IMAGE.ratio, label: phrase('Link previews') },
    ],
  ] as const

type CropShape = ReturnType<typeof cropRows>[number][number]['ratio']

type Props = {
  image: LibraryFile
  /** As `formatFocalPoint` writes it. */
  value: string
  isReadOnly: boolean
  onChange: (value: string) => void
}

/** Chooses the point that all crops keep in view, and shows them. */
export function FocalPointField({ image, value, isReadOnly, onChange }: Props) {
  const point = parseFocalPoint(value) ?? null
  const set = (next: FocalPoint) => isReadOnly || onChange(formatFocalPoint(next))

  function press({ clientX, clientY, currentTarget, pointerType, button }: PointerEvent) {
    if (pointerType === 'mouse' && button !== 0) return
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    set({ x: (clientX - left) / width, y: (clientY - top) / height })
  }

  function move(event: KeyboardEvent) {
    const length = event.shiftKey ? LARGE_STEP : STEP
    const steps: Record<string, readonly [number, number]> = {
      ArrowLeft: [-length, 0],
      ArrowRight: [length, 0],
      ArrowUp: [0, -length],
      ArrowDown: [0, length],
    }
    const step = steps[event.key]
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const from = point ?? CENTRE
    set({ x: from.x + step[0], y: from.y + step[1] })
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="grid place-items-center bg-wash">
        <button
          type="button"
          aria-label={phrase('Focal point: {point}', { point: describePoint(point) })}
          aria-describedby="focal-point-help"
          aria-disabled={isReadOnly || undefined}
          onPointerDown={press}
          onKeyDown={move}
          className={`relative block max-w-full touch-manipulation ${isReadOnly ? '' : 'cursor-crosshair'}`}
        >
          <img
            src={imageAddress(image, 768)}
            alt={image.alt}
            width={image.width}
            height={image.height}
            draggable={false}
            className="block h-auto max-h-72 w-auto max-w-full select-none"
          />
          {point && (
            <span
              aria-hidden
              style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
              className="pointer-events-none absolute size-6 -translate-1/2 rounded-full border-2 border-white bg-black/25 shadow-[0_0_0_1px_#000]"
            />
          )}
        </button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p id="focal-point-help" className="min-w-0 flex-1 basis-40 text-13 text-muted">
          {isReadOnly
            ? phrase('Crops keep the focal point in view.')
            : phrase('Click what crops must keep in view, or move the point with the arrow keys.')}
        </p>
        {point && !isReadOnly && (
          <Button onClick={() => set(null)}>
            <Crosshair aria-hidden size={16} />
            {phrase('Automatic')}
          </Button>
        )}
      </div>
      <Crops image={image} point={point} />
    </div>
  )
}

function describePoint(point: FocalPoint): string {
  if (!point) return phrase('automatic')
  return phrase('{x}% from the left, {y}% from the top', {
    x: Math.round(point.x * 100),
    y: Math.round(point.y * 100),
  })
}

function Crops({ image, point }: { image: LibraryFile; point: FocalPoint }) {
  return (
    <ul aria-label={phrase('Crops')} className="flex flex-col gap-2">
      {cropRows().map((crops) => (
        <li key={crops[0].ratio} className="flex gap-2">
          {crops.map(({ ratio, label }) => (
            <figure
              key={ratio}
              style={{ flexGrow: 100 / heightOf(ratio, 100) }}
              className="flex min-w-0 basis-0 flex-col gap-1"
            >
              <Crop image={image} point={point} ratio={ratio} />
              <figcaption className="truncate text-12 text-muted">
                {label}, {ratio}
              </figcaption>
            </figure>
          ))}
        </li>
      ))}
    </ul>
  )
}

type CropProps = { image: LibraryFile; point: FocalPoint; ratio: CropShape }

/** As the server crops it. Without a point, the server finds the most salient part. */
function Crop({ image, point, ratio }: CropProps) {
  const [across, down] = [100, heightOf(ratio, 100)]
  const shape = { width: across, height: down }
  const style = { aspectRatio: `${across} / ${down}` }
  if (point === null && image.focalPoint === null) {
    const { name: upload, key } = image
    const src =
      ratio === SHARE_IMAGE.ratio
        ? uploadMediaPath({ upload, key, ...SHARE_IMAGE })
        : uploadMediaPath({ upload, key, ratio, width: 320, format: 'webp' })
    return <img src={src} alt="" loading="lazy" style={style} className="w-full bg-wash object-cover" />
  }
  const { left, top, width, height } = cropOf(image, shape, point ?? CENTRE)
  return (
    <span style={style} className="relative block w-full overflow-hidden bg-wash">
      {point === null ? (
        <span className="absolute inset-0 grid place-items-center p-2 text-center text-12 text-muted">
          {phrase('Chosen when you save')}
        </span>
      ) : (
        <img
          src={imageAddress(image, 768)}
          alt=""
          style={{
            width: `${(image.width / width) * 100}%`,
            left: `${(-left / width) * 100}%`,
            top: `${(-top / height) * 100}%`,
          }}
          className="absolute h-auto max-w-none"
        />
      )}
    </span>
  )
}
