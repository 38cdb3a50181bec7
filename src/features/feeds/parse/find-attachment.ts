import { escapeHtml } from '#kernel/text.ts'
import { webAddress } from '#kernel/web-address.ts'
import type { SourceMedia } from './source-feed.ts'

const AUDIO = /\.(?:mp3|m4a|aac|ogg|oga|opus|flac|wav)$/i
const VIDEO = /\.(?:mp4|m4v|mov|webm|ogv|m3u8)$/i
const PDF = /\.pdf$/i
/** HLS (RFC 8216). */
const STREAM = /^application\/(?:x-|vnd\.apple\.)mpegurl/i
const PDF_TYPE = /^application\/(?:x-)?pdf\b/i

const PDF_LABEL = 'Read the document (PDF)'

/** Undefined for other files. */
function labelOf(described: string, path: string): string | undefined {
  const isKnown = /^(?:audio|video|image)\b/i.test(described)
  if (/^audio\b/i.test(described) || (!isKnown && AUDIO.test(path))) return 'Listen to the audio'
  if (/^video\b/i.test(described) || STREAM.test(described) || (!isKnown && VIDEO.test(path)))
    return 'Watch the video'
  return PDF_TYPE.test(described) || (!isKnown && PDF.test(path)) ? PDF_LABEL : undefined
}

/** Returns the audio or video file of an item, or else its PDF, with a link to it for its text. */
export function findAttachment(
  media: readonly SourceMedia[],
  base: string | null,
): { url: string; html: string } | null {
  const found = media.flatMap(({ kind, url: written, type, medium }) => {
    const url = kind === 'enclosure' || kind === 'content' ? webAddress(written, base) : null
    if (url === null) return []
    const path = URL.parse(url)?.pathname ?? ''
    const described = `${type ?? ''} ${medium ?? ''}`.trim()
    const label = labelOf(described, path)
    return label === undefined ? [] : [{ url, label }]
  })
  const attachment = found.find(({ label }) => label !== PDF_LABEL) ?? found[0]
  if (!attachment) return null
  const { url, label } = attachment
  return { url, html: `<p><a href="${escapeHtml(url)}">${label}</a></p>` }
}

/** Whether an address is that of a file rather than of a page. */
export function isAttachment(address: string): boolean {
  const path = URL.parse(address)?.pathname ?? ''
  return [AUDIO, VIDEO, PDF].some((files) => files.test(path))
}
