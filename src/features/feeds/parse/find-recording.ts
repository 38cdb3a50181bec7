import { escapeHtml } from '#kernel/text.ts'
import { webAddress } from '#kernel/web-address.ts'
import type { SourceMedia } from './source-feed.ts'

const AUDIO = /\.(?:mp3|m4a|aac|ogg|oga|opus|flac|wav)$/i
const VIDEO = /\.(?:mp4|m4v|mov|webm|ogv|m3u8)$/i
/** HLS (RFC 8216). */
const STREAM = /^application\/(?:x-|vnd\.apple\.)mpegurl/i

/** Returns the audio or video file of an item, with a link to it for its text. */
export function findRecording(
  media: readonly SourceMedia[],
  base: string | null,
): { url: string; html: string } | null {
  for (const { kind, url: written, type, medium } of media) {
    const url = kind === 'enclosure' || kind === 'content' ? webAddress(written, base) : null
    if (url === null) continue
    const path = URL.parse(url)?.pathname ?? ''
    const described = `${type ?? ''} ${medium ?? ''}`.trim()
    const isAudio =
      /^audio\b/i.test(described) || (!/^(?:video|image)\b/i.test(described) && AUDIO.test(path))
    const isVideo =
      /^video\b/i.test(described) ||
      STREAM.test(described) ||
      (!/^(?:audio|image)\b/i.test(described) && VIDEO.test(path))
    if (isAudio || isVideo)
      return {
        url,
        html: `<p><a href="${escapeHtml(url)}">${isAudio ? 'Listen to the audio' : 'Watch the video'}</a></p>`,
      }
  }
  return null
}

/** Whether an address is that of a file rather than of a page. */
export function isRecording(address: string): boolean {
  const path = URL.parse(address)?.pathname ?? ''
  return AUDIO.test(path) || VIDEO.test(path)
}
