import { phrase } from '#kernel/text/phrase.ts'
import type { LibraryFileDetail } from '../rules/library-file.ts'
import { kindOf } from '../rules/media-kind.ts'
import { uploadUrl } from '../rules/variant.ts'

/** Plays a recording of the library, with its stored captions. */
export function Player({ file }: { file: LibraryFileDetail }) {
  const { name, mime, width, height, hasCaptions } = file
  const src = uploadUrl(name)
  if (kindOf(mime) === 'audio')
    // biome-ignore lint/a11y/useMediaCaption: the transcript is below
    return <audio controls preload="metadata" src={src} className="w-full" />
  return (
    // biome-ignore lint/a11y/useMediaCaption: shown where there are any
    <video
      controls
      preload="metadata"
      src={src}
      width={width}
      height={height}
      className="max-h-80 w-full bg-wash"
    >
      {hasCaptions && <track default kind="captions" label={phrase('Captions')} src={`${src}.vtt`} />}
    </video>
  )
}
