import { escapeHtml } from '#kernel/text/text.ts'
import {
  embedHtml,
  galleryHtml,
  imageHtml,
  linkHtml,
  paragraphHtml,
  recordingHtml,
  type TextImage,
} from '../block-html.ts'
import { convertChildren, convertEmbed, convertHtml, readImages } from '../convert-html.ts'
import { convertInline, type TextContext } from '../inline-html.ts'
import { isLikelyShortcode, replaceShortcodes, type Shortcode } from './shortcodes.ts'
import { splitBlocks } from './split-blocks.ts'

/** An image or recording of the media library of WordPress. */
export type Attachment = { address: string; alt: string; caption: string; parent: string }

/** Finds what posts refer to by id. */
export type PostReferences = {
  attachment: (id: string) => Attachment | undefined
  /** The ids of the attachments of a post, for a gallery that names none. */
  attachmentsOf: (post: string) => readonly string[]
  /** The content of a pattern that posts share. */
  pattern: (id: string) => string | undefined
}

/** Patterns may contain themselves. */
const MAX_PATTERN_DEPTH = 3
const BLOCK_TAG =
  /<\/?(?:address|article|aside|blockquote|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|script|section|style|table|tbody|td|tfoot|th|thead|tr|ul)\b/i
const ADDRESS_ALONE = /^https?:\/\/[^\s<>"]+$/i

/** Converts a post with its blocks, shortcodes and embedded addresses to the HTML of our blocks. */
export function convertPost(
  post: { id: string; content: string },
  references: PostReferences,
  context: TextContext,
): string {
  const own = { ...context, readSpecial: readWordPressElement }
  return convert(post.content, 0)

  function convert(content: string, depth: number): string {
    return splitBlocks(content)
      .map((part) => {
        if (part.kind === 'dynamic') return convertDynamic(part, depth)
        const html = replaceShortcodes(part.html, convertShortcode)
        return convertHtml(part.kind === 'classic' ? addParagraphs(html) : html, own)
      })
      .join('')
  }

  function convertDynamic(
    { name, attributes, text }: { name: string; attributes: Record<string, unknown>; text: string },
    depth: number,
  ): string {
    if (name === 'more' || name === 'nextpage' || name === 'spacer' || name === 'separator') return ''
    const pattern = name === 'block' ? references.pattern(String(attributes.ref)) : undefined
    if (pattern !== undefined && depth < MAX_PATTERN_DEPTH) return convert(pattern, depth + 1)
    const address = typeof attributes.url === 'string' ? attributes.url : ''
    if (/^(?:core-)?embed/.test(name) && address) return convertEmbed(address, context)
    context.lose(`blocks of the type ${name}`, text)
    return ''
  }

  function convertShortcode(shortcode: Shortcode): string | null {
    const { name, attributes, content, text } = shortcode
    switch (name) {
      case 'caption':
      case 'wp_caption':
        return captionHtml(content ?? '', attributes.caption ?? '')
      case 'gallery':
        return block(galleryHtml(listImages(attributes)))
      case 'embed':
        return content ? block(convertEmbed(content.trim(), context)) : null
      case 'youtube':
      case 'vimeo':
      case 'twitter':
      case 'tweet':
      case 'instagram': {
        const address = attributes.url ?? content?.trim() ?? firstAddress(text) ?? ''
        return address ? block(convertEmbed(address, context)) : lose(shortcode)
      }
      case 'audio':
      case 'video': {
        const address = recordingAddress(attributes) ?? firstAddress(text)
        const poster = attributes.poster ? { poster: context.fileAddress(attributes.poster) } : {}
        return address
          ? block(recordingHtml({ kind: name, address: context.fileAddress(address), ...poster }))
          : lose(shortcode)
      }
      case 'playlist': {
        const kind = attributes.type === 'video' ? 'video' : 'audio'
        const found = idsOf(attributes).flatMap((id) => references.attachment(id) ?? [])
        return block(
          found
            .map(({ address, caption }) =>
              recordingHtml({ kind, address: context.fileAddress(address), caption: escapeHtml(caption) }),
            )
            .join(''),
        )
      }
      default:
        return isLikelyShortcode(shortcode) ? lose(shortcode) : null
    }
  }

  /** Removes an unknown shortcode, but keeps its content, such as the text of a box. */
  function lose({ name, content, text }: Shortcode): string {
    context.lose(`shortcodes [${name}]`, text)
    return content === null ? '' : replaceShortcodes(content, convertShortcode)
  }

  function listImages(attributes: Record<string, string>): TextImage[] {
    const ids = attributes.ids || attributes.include ? idsOf(attributes) : references.attachmentsOf(post.id)
    return ids.flatMap((id) => {
      const found = references.attachment(id)
      return found
        ? {
            address: context.fileAddress(found.address),
            alt: found.alt || null,
            caption: escapeHtml(found.caption),
          }
        : []
    })
  }
}

/** Reads the elements that only WordPress writes. */
function readWordPressElement(element: Element, context: TextContext): string | undefined {
  const classes = element.getAttribute('class') ?? ''
  const { localName } = element
  if (/\bwp-block-embed\b/.test(classes)) {
    const wrapper = element.querySelector('.wp-block-embed__wrapper') ?? element
    const address = wrapper.textContent?.trim() ?? ''
    if (!ADDRESS_ALONE.test(address)) return undefined
    const caption = element.querySelector('figcaption')
    return convertEmbed(address, context) + paragraphHtml(convertInline(caption?.innerHTML ?? '', context))
  }
  if (
    /\b(?:wp-block-gallery|blocks-gallery-grid|tiled-gallery|gallery)\b/.test(classes) &&
    localName !== 'li'
  ) {
    const images = readImages(element, context)
    return images.length > 0 ? galleryHtml(images, galleryCaption(element, context)) : undefined
  }
  if (localName === 'div' && /\bwp-caption\b/.test(classes)) {
    const [image] = readImages(element, context)
    const caption = element.querySelector('.wp-caption-text')
    if (image) return galleryHtml([{ ...image, caption: convertInline(caption?.innerHTML ?? '', context) }])
  }
  if (/(?:^|\s)wp-block-cover(?:\s|$)/.test(classes)) {
    const style = element.getAttribute('style') ?? ''
    const address = /background-image:\s{0,5}url\(["']?([^"')]{1,2000})/.exec(style)?.[1]
    const image = address ? imageHtml({ address: context.fileAddress(address), alt: null }) : ''
    return image + convertChildren(element, context)
  }
  if (localName === 'p') {
    const address = element.textContent?.trim() ?? ''
    if (!ADDRESS_ALONE.test(address)) return undefined
    const link = element.querySelector('a')
      ? undefined
      : paragraphHtml(linkHtml(address, escapeHtml(address)))
    return embedHtml(address) ?? link
  }
  return undefined
}

function galleryCaption(element: Element, context: TextContext): string {
  const caption = [...element.children].find(({ localName }) => localName === 'figcaption')
  return caption ? convertInline(caption.innerHTML, context) : ''
}

function idsOf({ ids, include }: Record<string, string>): string[] {
  return (ids || include || '').split(',').map((id) => id.trim())
}

/** WordPress.com also accepts an address without the name of an attribute. */
function firstAddress(text: string): string | undefined {
  return /https?:\/\/[^\s\]"']+/.exec(text)?.[0]
}

function recordingAddress(attributes: Record<string, string>): string | undefined {
  return ['src', 'mp3', 'm4a', 'ogg', 'wav', 'flac', 'mp4', 'm4v', 'webm']
    .map((name) => attributes[name])
    .find(Boolean)
}

/** The image of a caption may be in a link; the text after it is the caption. */
function captionHtml(content: string, given: string): string {
  const image = /<img\b[^<>]*>/i.exec(content)
  if (!image) return content
  const after = content.slice(image.index + image[0].length).replace(/^\s*<\/a>/i, '')
  const caption = given || after.trim()
  return block(`<figure>${image[0]}<figcaption>${caption}</figcaption></figure>`)
}

/** Puts HTML on lines of its own, so that no paragraph contains it. */
function block(html: string): string {
  return html && `\n\n${html}\n\n`
}

/** Works like `wpautop` of WordPress: the classic editor stores blank lines and line breaks instead of elements. */
function addParagraphs(html: string): string {
  return splitPreformatted(html.replaceAll('\r\n', '\n'))
    .map(({ text, isPreformatted }) => (isPreformatted ? text : addToLines(text)))
    .join('\n\n')
}

function addToLines(html: string): string {
  return html
    .replace(/<!--(?:more|nextpage)[^<>]{0,200}-->/g, '\n\n')
    .replace(/^https?:\/\/\S+$/gm, '\n\n$&\n\n')
    .split(/\n[ \t]*(?=\n)/)
    .map((part) => {
      const text = part.trim()
      if (text === '' || BLOCK_TAG.test(text)) return text
      return `<p>${text.replaceAll('\n', '<br>\n')}</p>`
    })
    .join('\n\n')
}

function splitPreformatted(html: string): { text: string; isPreformatted: boolean }[] {
  const parts: { text: string; isPreformatted: boolean }[] = []
  let end = 0
  let start = html.indexOf('<pre')
  while (start >= 0) {
    const close = html.indexOf('</pre>', start)
    if (close < 0) break
    parts.push({ text: html.slice(end, start), isPreformatted: false })
    end = close + '</pre>'.length
    parts.push({ text: html.slice(start, end), isPreformatted: true })
    start = html.indexOf('<pre', end)
  }
  return [...parts, { text: html.slice(end), isPreformatted: false }]
}
