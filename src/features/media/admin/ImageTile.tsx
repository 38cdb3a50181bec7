import { Check } from 'lucide-react'
import { useState } from 'react'
import { londonDay } from '#kernel/london-calendar.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { hasRightsEnded, imageAddress, type LibraryImage } from '../rules/library-image.ts'

type Props = {
  image: LibraryImage
  /** Undefined where tiles open an image instead of choosing it. */
  isChosen?: boolean
  isOpen?: boolean
  onPress: (image: LibraryImage) => void
}

/** An image in the grid, whole, with what is wrong with it. */
export function ImageTile({ image, isChosen, isOpen = false, onPress }: Props) {
  const title = titleOf(image)
  return (
    <button
      type="button"
      data-image={image.id}
      aria-pressed={isChosen}
      aria-current={isOpen || undefined}
      onClick={() => onPress(image)}
      className="group/tile flex h-full w-full cursor-pointer flex-col border border-rule bg-paper text-start hover:border-muted aria-current:border-ink aria-current:outline-1 aria-current:outline-ink aria-pressed:border-ink aria-pressed:outline-1 aria-pressed:outline-ink"
    >
      <span className="relative block aspect-4/3 w-full bg-wash">
        <Thumbnail key={image.key} image={image} />
        {isChosen && (
          <span className="absolute end-2 top-2 grid size-6 place-items-center bg-ink text-paper">
            <Check aria-hidden size={16} />
          </span>
        )}
      </span>
      <span className="flex w-full min-w-0 flex-1 flex-col gap-1 border-t border-rule px-2 py-1.5">
        <span className="truncate text-13 font-semibold">
          <bdi>{title}</bdi>
        </span>
        <ImageBadges image={image} />
      </span>
    </button>
  )
}

/** What names an image, in tiles and headings. */
export function titleOf({ caption, alt, name }: LibraryImage): string {
  return caption || alt || fileTitle(name)
}

/** Without the time that makes stored names unique. */
export function fileTitle(name: string): string {
  return name.replace(/^\d+_/, '')
}

export function ImageBadges({ image }: { image: LibraryImage }) {
  const { alt, isDecorative, isUsed } = image
  const hasEnded = hasRightsEnded(image, londonDay(new Date().toISOString()))
  return (
    <span className="flex min-h-5 flex-wrap gap-1">
      {hasEnded && <Badge tone="danger">Rights ended</Badge>}
      {!alt && !isDecorative && <Badge tone="caution">No alt text</Badge>}
      {!isUsed && <Badge>Unused</Badge>}
    </span>
  )
}

function Thumbnail({ image }: { image: LibraryImage }) {
  const [isBroken, setIsBroken] = useState(false)
  return (
    <img
      src={isBroken ? '/placeholder.svg' : imageAddress(image, 320)}
      // The title beside it says the same.
      alt=""
      loading="lazy"
      decoding="async"
      width={image.width}
      height={image.height}
      onError={() => setIsBroken(true)}
      className="absolute inset-0 size-full object-contain"
    />
  )
}
