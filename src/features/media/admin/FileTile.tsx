import { AudioLines, Check, Film } from 'lucide-react'
import { useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { localDay } from '#kernel/time/zoned-time.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { hasRightsEnded, imageAddress, type LibraryFile } from '../rules/library-file.ts'
import { formatDuration, kindOf } from '../rules/media-kind.ts'

type Props = {
  file: LibraryFile
  /** Undefined where tiles open a file instead of choosing it. */
  isChosen?: boolean
  isOpen?: boolean
  onPress: (file: LibraryFile) => void
}

/** A file in the grid, with badges for its problems. */
export function FileTile({ file, isChosen, isOpen = false, onPress }: Props) {
  const title = titleOf(file)
  const kind = kindOf(file.mime)
  return (
    <button
      type="button"
      data-file={file.id}
      aria-pressed={isChosen}
      aria-current={isOpen || undefined}
      onClick={() => onPress(file)}
      className="group/tile flex h-full w-full cursor-pointer flex-col border border-rule bg-paper text-start hover:border-muted aria-current:border-ink aria-current:outline-1 aria-current:outline-ink aria-pressed:border-ink aria-pressed:outline-1 aria-pressed:outline-ink"
    >
      <span className="relative block aspect-4/3 w-full bg-wash">
        {kind === 'image' ? <Thumbnail key={file.key} file={file} /> : <RecordingIcon file={file} />}
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
        <FileBadges file={file} />
      </span>
    </button>
  )
}

/** Returns the title of a file for tiles and headings. */
export function titleOf({ caption, alt, name }: LibraryFile): string {
  return caption || alt || fileTitle(name)
}

/** Without the time that makes stored names unique. */
export function fileTitle(name: string): string {
  return name.replace(/^\d+_/, '')
}

export function FileBadges({ file }: { file: LibraryFile }) {
  const { isUsed } = file
  const lack = lackOf(file)
  const hasEnded = hasRightsEnded(file, localDay(new Date().toISOString()))
  return (
    <span className="flex min-h-5 flex-wrap gap-1">
      {hasEnded && <Badge tone="danger">{phrase('Rights ended')}</Badge>}
      {lack && <Badge tone="caution">{lack}</Badge>}
      {!isUsed && <Badge>{phrase('Unused')}</Badge>}
    </span>
  )
}

function lackOf({ mime, alt, isDecorative, hasCaptions, hasTranscript }: LibraryFile): string | undefined {
  const kind = kindOf(mime)
  if (kind === 'image') return alt || isDecorative ? undefined : phrase('No alt text')
  if (kind === 'video') return hasCaptions ? undefined : phrase('No captions')
  return hasTranscript ? undefined : phrase('No transcript')
}

function RecordingIcon({ file: { mime, duration } }: { file: LibraryFile }) {
  const Icon = kindOf(mime) === 'video' ? Film : AudioLines
  return (
    <span className="absolute inset-0 grid place-items-center text-muted">
      <Icon aria-hidden size={40} strokeWidth={1.25} />
      {duration !== null && (
        <span className="absolute end-2 bottom-1.5 text-13 tabular-nums">{formatDuration(duration)}</span>
      )}
    </span>
  )
}

function Thumbnail({ file }: { file: LibraryFile }) {
  const [isBroken, setIsBroken] = useState(false)
  return (
    <img
      src={isBroken ? '/placeholder.svg' : imageAddress(file, 320)}
      // The title beside it says the same.
      alt=""
      loading="lazy"
      decoding="async"
      width={file.width}
      height={file.height}
      onError={() => setIsBroken(true)}
      className="absolute inset-0 size-full object-contain"
    />
  )
}
