import { embedCaption, embedLabel } from '#features/blocks/rules/embed.ts'
import { parseEmbed } from '#features/blocks/rules/embed-providers.ts'
import { escapeHtml } from '#kernel/text/text.ts'

/** An image in a text. `address` is that of the source; it is replaced when the file is added to the library. */
export type TextImage = {
  address: string
  /** Null if the source has none. */
  alt: string | null
  /** HTML with inline elements. */
  caption?: string
  isWide?: boolean
}

/** Returns an image as its block writes it (features/blocks/rules/image.ts). */
export function imageHtml({ address, alt, caption, isWide }: TextImage): string {
  const image = `<img src="${escapeHtml(address)}"${alt === null ? '' : ` alt="${escapeHtml(alt)}"`}>`
  return `<figure${isWide ? ' class="wide"' : ''}>${image}${captionHtml(caption)}</figure>`
}

function captionHtml(caption = ''): string {
  return caption && `<figcaption><span>${caption}</span></figcaption>`
}

/** Writes a gallery, followed by its caption as a paragraph, since galleries have no caption of their own. */
export function galleryHtml(images: readonly TextImage[], caption = ''): string {
  if (images.length === 0) return paragraphHtml(caption)
  const [only] = images
  if (only && images.length === 1) return imageHtml({ ...only, caption: only.caption || caption })
  return `<div class="gallery">${images.map(imageHtml).join('')}</div>${paragraphHtml(caption)}`
}

/** @param content HTML of paragraphs, headings and lists; null without any text */
export function factBoxHtml(heading: string, content: string): string {
  const html = (heading && `<h2>${heading}</h2>`) + content
  return html && `<aside class="fact-box">${html}</aside>`
}

/** @param content HTML of paragraphs */
export function pullQuoteHtml(content: string): string {
  return content && `<figure class="pull-quote">${content}</figure>`
}

/** Returns the block of an embed; null if its provider is not supported. */
export function embedHtml(address: string): string | null {
  const embed = parseEmbed(address)
  if (!embed) return null
  const nothing = { title: '', author: '', text: '' }
  const caption = embedCaption(nothing, embed)
  const link = linkHtml(embed.link, escapeHtml(embedLabel(nothing, embed)))
  return `<figure class="embed" data-address="${escapeHtml(embed.address)}"><p>${link}</p>${
    caption && `<figcaption>${escapeHtml(caption)}</figcaption>`
  }</figure>`
}

/** `width` and `height` in pixels, if known. They are replaced when the file is added to the library. */
export type TextRecording = {
  kind: 'audio' | 'video'
  address: string
  caption?: string
  poster?: string
  width?: number
  height?: number
}

export function recordingHtml({ kind, address, caption, poster, width, height }: TextRecording): string {
  const attributes = [
    ['src', address],
    ['width', width],
    ['height', height],
    ['poster', poster],
  ].map(([name, value]) => (value ? ` ${name}="${escapeHtml(String(value))}"` : ''))
  return `<figure class="${kind}"><${kind}${attributes.join('')}></${kind}>${captionHtml(caption)}</figure>`
}

/** @param html inline elements */
export function paragraphHtml(html: string): string {
  return html.trim() && `<p>${html.trim()}</p>`
}

/** @param html inline elements */
export function linkHtml(address: string, html: string): string {
  return address ? `<a href="${escapeHtml(address)}">${html}</a>` : html
}

/** Returns a link to another page with its description. Texts are plain. */
export function bookmarkHtml({ address, title = '', description = '', caption = '' }: Bookmark): string {
  const link = linkHtml(address, `<strong>${escapeHtml(title || address)}</strong>`)
  const lines = [link, escapeHtml(description), caption].filter(Boolean)
  return paragraphHtml(lines.join('<br>'))
}

/** `caption` is HTML with inline elements. */
export type Bookmark = { address: string; title?: string; description?: string; caption?: string }
