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
export const FORMATS_OF: Record<MediaKind, string> = {
  image: 'JPEG, PNG, WebP, AVIF, GIF or HEIC',
  audio: 'MP3, M4A, AAC, Ogg, FLAC or WAV',
  video: 'MP4 (H.264) or WebM',
}

const NAMES: Record<MediaKind, string> = { image: 'image', audio: 'audio file', video: 'video' }

export function tooLargeText(kind: MediaKind): string {
  return `The ${NAMES[kind]} is larger than ${MAX_BYTES[kind] / MIB} MB.`
}

/** "1:02:03" or "2:05". @param seconds null if unknown */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return ''
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
