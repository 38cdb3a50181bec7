import { type Span, walkHtml } from '#kernel/walk-html.ts'
import { webAddress } from '#kernel/web-address.ts'
import type { SourceMedia } from './source-feed.ts'

const EXTENSION = /\.(?:jpe?g|png|gif|webp|avif)$/i

/** Tracking pixels, spacers, emoji and avatars. */
const NOT_A_PHOTO =
  /feedburner\.com|feedsportal\.com|doubleclick\.net|gravatar\.com\/avatar|\/emoji\/|[/.](?:pixel|beacon)\.|\/(?:pixel|beacon|spacer|blank|transparent|clear|1x1)(?:\.(?:gif|png))?(?:$|[?#])|\/b\.gif/i

/** In pixels; smaller ones are buttons or tracking pixels. */
const MIN_SIDE = 50

/** Narrower ones would be blurred above an article. */
const MIN_LEAD_WIDTH = 150

/**
 * Prefers the largest of Media RSS, its largest thumbnail, an enclosure, the cover, the first in HTML. Those declared narrow come last.
 *
 * @param base of the addresses in `media`
 * @param htmls with absolute addresses, in order of preference
 * @returns an absolute http(s) address
 */
export function chooseImage(
  media: readonly SourceMedia[],
  htmls: readonly string[],
  base: string | null,
): string | null {
  const images = media.flatMap((candidate) => {
    const url = webAddress(candidate.url, base)
    return url !== null && isImage(candidate, url) ? [{ ...candidate, url }] : []
  })
  const largest = ['content', 'thumbnail', 'enclosure', 'cover'].flatMap((kind) =>
    images
      .filter((image) => image.kind === kind)
      .sort((a, b) => area(b) - area(a))
      .slice(0, 1),
  )
  const lead = largest.find(({ width }) => width === null || width >= MIN_LEAD_WIDTH)
  return lead?.url ?? htmls.map(firstImage).find((url) => url !== null) ?? largest[0]?.url ?? null
}

/** Excludes meaningless values such as "jpg" and "application/octet-stream". */
const MEDIA_TYPE = /\/(?!octet-stream)|^(?:image|video|audio)$/i

function isImage({ kind, type, medium, width, height }: SourceMedia, url: string): boolean {
  const path = URL.parse(url)?.pathname ?? ''
  if (NOT_A_PHOTO.test(url) || /\.svg$/i.test(path) || (width ?? MIN_SIDE) < 2 || (height ?? MIN_SIDE) < 2)
    return false
  if (type !== null && MEDIA_TYPE.test(type)) return /^image(?!\/svg)/i.test(type)
  if (medium !== null) return medium.toLowerCase() === 'image'
  const isSized = width !== null && height !== null && !/\.\w+$/.test(path)
  return kind === 'thumbnail' || kind === 'cover' || isSized || EXTENSION.test(path)
}

function area({ width, height }: SourceMedia): number {
  return (width ?? height ?? 0) * (height ?? width ?? 0)
}

/** Includes lazy-loaded images and posters of videos. */
function firstImage(html: string): string | null {
  let found: string | null = null
  walkHtml(html, {
    open(name, attributes) {
      if (name === 'img') found ??= imageOf(attributes)
      if (name === 'video') found ??= imageOf({ src: attributes.poster ?? '' })
    },
  })
  return found
}

/** Lazy loading, with a placeholder as `src`. */
const LAZY_ADDRESSES = ['data-src', 'data-lazy-src', 'data-original']
const LAZY_SETS = ['srcset', 'data-srcset', 'data-lazy-srcset']

function imageOf(attributes: Readonly<Record<string, string>>): string | null {
  const addresses = [
    attributes.src,
    ...LAZY_ADDRESSES.map((name) => attributes[name]),
    ...LAZY_SETS.map((name) => /[^\s,]\S*/.exec(attributes[name] ?? '')?.[0].replace(/,$/, '')),
  ].flatMap((address) => webAddress(address) ?? [])
  const url = addresses.find((address) => !isPlaceholder(address))
  const isSmall = [attributes.width, attributes.height].some(
    (side) => side !== undefined && Number.parseInt(side, 10) < MIN_SIDE,
  )
  return url === undefined || isSmall ? null : url
}

function isPlaceholder(address: string): boolean {
  return NOT_A_PHOTO.test(address) || /\.svg(?:$|\?)/i.test(address)
}

/** "name-300x200.jpg", "name_142x100.jpg" */
const SIZE = /[-_]\d+x\d+(?=\.\w+$)/

const LEADING_BREAKS = /^(?:\s|<br\s*\/?>)+/i

/** Removes `imageUrl` from the start of `html`, with its caption and emptied elements. */
export function removeLeadImage(html: string, imageUrl: string | null): string {
  const lead = imageUrl === null ? null : findLeadImage(html, imageName(imageUrl))
  if (lead === null) return html
  const before = html.slice(0, lead.start).trimStart()
  const after = html.slice(lead.end)
  return before + (before === '' ? after.replace(LEADING_BREAKS, '') : after)
}

function findLeadImage(html: string, name: string): Span | null {
  const starts: number[] = []
  let lead: Span | null = null
  let hasText = false
  let hasOtherImage = false

  walkHtml(html, {
    open(tag, attributes, span) {
      if (tag === 'img') {
        if (lead === null && !hasText && !hasOtherImage && imageName(attributes.src ?? '') === name)
          lead = span
        else hasOtherImage = true
      }
      starts.push(span.start)
    },
    close(tag, span, implied) {
      const start = starts.pop() ?? 0
      if (lead === null || start >= lead.start || hasOtherImage || implied) return
      if (tag === 'figure') hasText = false
      if (!hasText) lead = { start, end: span.end }
    },
    text(text) {
      if (text.trim() !== '') hasText = true
    },
  })
  return lead
}

export function imageName(address: string): string {
  const url = URL.parse(address)
  return url === null ? address : `${url.host}${url.pathname.replace(SIZE, '')}`
}
