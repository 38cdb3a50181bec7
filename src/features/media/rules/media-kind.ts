import { phrase } from '#kernel/text/phrase.ts'

export const MEDIA_KINDS = ['image', 'audio', 'video'] as const
/** Audio and video files are recordings. */
export type MediaKind = (typeof MEDIA_KINDS)[number]

export function kindOf(mime: string): MediaKind {
  return MEDIA_KINDS.find((kind) => mime.startsWith(`${kind}/`)) ?? 'image'
}

const MIB = 1024 * 1024

/** Images: enough for a photograph of 24 megapixels as PNG. In powers of 1,024, so that "50 MB" is accepted in either unit. */
export const MAX_BYTES: Record<MediaKind, number> = { image: 50 * MIB, audio: 100 * MIB, video: 500 * MIB }

/** The formats that are accepted, for people. */
export const formatsOf = (): Record<MediaKind, string> => ({
  image: phrase('JPEG, PNG, WebP, AVIF, GIF or HEIC'),
  audio: phrase('MP3, M4A, AAC, Ogg, FLAC or WAV'),
  video: phrase('MP4 (H.264) or WebM'),
})

export function tooLargeText(kind: MediaKind): string {
  const size = MAX_BYTES[kind] / MIB
  if (kind === 'image') return phrase('The image is larger than {size} MB.', { size })
  if (kind === 'audio') return phrase('The audio file is larger than {size} MB.', { size })
  return phrase('The video is larger than {size} MB.', { size })
}

/** "1:02:03" or "2:05". @param seconds null if unknown */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return ''
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
