import { imageText } from '#kernel/text/image-text.ts'
import { escapeHtml, truncateText } from '#kernel/text/text.ts'
import { type Span, walkHtml } from '#kernel/text/walk-html.ts'
import { webAddress } from '#kernel/web-address.ts'
import { toPlainLine } from './feed-text.ts'
import type { SourceMedia } from './source-feed.ts'

const EXTENSION = /\.(?:jpe?g|png|gif|webp|avif)$/i

/** Tracking pixels, spacers, emoji and avatars. */
const NOT_A_PHOTO =
  /feedburner\.com|feedsportal\.com|doubleclick\.net|gravatar\.com\/avatar|\/emoji\/|[/.](?:pixel|beacon)\.|\/(?:pixel|beacon|spacer|blank|transparent|clear|1x1)(?:\.(?:gif|png))?(?:$|[?#])|\/b\.gif/i

/** Shown until the image has loaded. */
const PLACEHOLDER =
  /[/_-](?:placeholder|lazy-?load(?:ing)?|loading|grey|gray)(?:[_-]?\d{1,4}(?:x\d{1,4})?)?\.(?:gif|png|jpe?g|webp)(?:$|[?#])/i

/** In pixels; smaller ones are buttons or tracking pixels. */
const MIN_SIDE = 50

/** Narrower ones would be blurred above an article. */
const MIN_LEAD_WIDTH = 150

/**
 * Prefers the largest of Media RSS, its largest thumbnail, an enclosure, the cover, the first in HTML. Those declared narrow come last.
 *
 * @param base of relative addresses
 * @param htmls in order of preference
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
  return (
    lead?.url ??
    htmls.map((html) => firstImage(html, base)).find((url) => url !== null) ??
    largest[0]?.url ??
    null
  )
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

/** Includes lazy-loaded images, those of AMP, the sources of a `picture`, posters of videos, and backgrounds if there is no other. */
function firstImage(html: string, base: string | null): string | null {
  let found: string | null = null
  let background: string | null = null
  let link: string | undefined
  let sets: string[] = []
  walkHtml(html, {
    open(name, attributes) {
      if (found !== null) return
      if (name === 'picture') sets = []
      if (name === 'a') link = attributes.href
      if (name === 'source') sets.push(...readSets(attributes))
      if (name === 'img' || name === 'amp-img') found = enlarge(imageOf(attributes, sets, base), link, base)
      else background ??= backgroundOf(attributes, base)
      if (name === 'video' || name === 'amp-video')
        found = imageOf({ src: attributes.poster ?? '' }, [], base)
    },
    close(name) {
      if (name === 'a') link = undefined
      if (name !== 'picture') return
      // A script adds the image.
      found ??= largestOf(sets, base)
      sets = []
    },
  })
  return found ?? background
}

/** Prefers the image of full size to which a smaller one links. */
function enlarge(found: string | null, link: string | undefined, base: string | null): string | null {
  const linked = found && webAddress(link, base)
  return linked && EXTENSION.test(new URL(linked).pathname) && imageName(linked) === imageName(found)
    ? linked
    : found
}

const BACKGROUND = /background(?:-image)?\s*:[^;]{0,200}?url\(\s*["']?([^"')\s]{1,2048})/i

/** A script or style shows it. */
function backgroundOf(attributes: Readonly<Record<string, string>>, base: string | null): string | null {
  const {
    style = '',
    'data-bg': bg,
    'data-background': data,
    'data-background-image': image,
    'data-src': src,
  } = attributes
  const written = [bg, data, image, src, BACKGROUND.exec(style)?.[1]].flatMap(
    (given) => webAddress(given, base) ?? [],
  )
  return (
    written.find(
      (address) => EXTENSION.test(URL.parse(address)?.pathname ?? '') && !isPlaceholder(address),
    ) ?? null
  )
}

/** Attributes of lazily loaded images, whose `src` is a placeholder. */
const LAZY_ADDRESSES = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-orig-file',
  'data-large-file',
  'data-full-src',
  'data-hi-res-src',
  'data-url',
]
const SETS = ['srcset', 'data-srcset', 'data-lazy-srcset', 'data-original-set']

export function readSets(attributes: Readonly<Record<string, string>>): string[] {
  return SETS.flatMap((name) => attributes[name] ?? [])
}

/** Others with the address of the image, such as "data-actualsrc". */
const OTHER_LAZY = /^(?!.*(?:low|small|thumb|placeholder|blur|preview))[a-z]+-(?:[a-z-]+)?src(?:-[a-z]+)?$/
const DATA = /^data-(?!.*(?:low|small|thumb|placeholder|blur|preview))/

/**
 * Returns the address of an image: the largest of its sets, or that of an image which is loaded lazily. Null for emoji, formulas,
 * small images and tracking pixels.
 *
 * @param sources sets of the `picture` that contains it
 */
export function imageOf(
  attributes: Readonly<Record<string, string>>,
  sources: readonly string[],
  base: string | null,
): string | null {
  // An emoji or a formula.
  if (imageText(attributes) !== '') return null
  const isSmall = [attributes.width, attributes.height].some(
    (side) => side !== undefined && Number.parseInt(side, 10) < MIN_SIDE,
  )
  if (isSmall) return null
  const files = Object.entries(attributes).filter(([, value]) =>
    EXTENSION.test(value.split(/[?#]/, 1)[0] ?? ''),
  )
  const valuesOf = (pattern: RegExp) => files.flatMap(([name, value]) => (pattern.test(name) ? value : []))
  const written = [
    ...LAZY_ADDRESSES.map((name) => attributes[name]),
    ...valuesOf(OTHER_LAZY),
    attributes.src,
    ...valuesOf(DATA),
  ]
    .flatMap((address) => (address ? (webAddress(address, base) ?? []) : []))
    .find((address) => !isPlaceholder(address))
  return largestOf([...readSets(attributes), ...sources], base) ?? written ?? null
}

/** In pixels: the largest that pages show, at double density. */
const SUFFICIENT_WIDTH = 3_400
/** CSS pixels at density 1. */
const ASSUMED_WIDTH = 600
const MAX_CANDIDATES = 50

/** Chooses the largest image of sets (HTML Living Standard, srcset) that is not excessively large. */
function largestOf(sets: readonly string[], base: string | null): string | null {
  const candidates = sets.flatMap((set) => readSet(set, base)).slice(0, MAX_CANDIDATES)
  const sorted = candidates
    .filter(({ url }) => !isPlaceholder(url))
    .toSorted((one, other) => other.width - one.width || 0)
  return (sorted.find(({ width }) => width <= SUFFICIENT_WIDTH) ?? sorted.at(-1))?.url ?? null
}

/** "a.jpg 400w, b.jpg 1600w" and "a.jpg, b.jpg 2x"; addresses may contain commas. */
function readSet(set: string, base: string | null): { url: string; width: number }[] {
  const candidates: { url: string; width: number }[] = []
  let address: string | null = null
  const add = (descriptor: string) => {
    const url = address ? webAddress(address, base) : null
    if (url !== null) candidates.push({ url, width: widthOf(descriptor) })
    address = null
  }
  for (const [word] of set.matchAll(/\S+/g)) {
    if (address === null) {
      address = word.replace(/(?<!,),+$/, '')
      if (address !== word) add('')
    } else {
      const [descriptor = '', next = ''] = word.split(',')
      add(descriptor)
      if (next !== '') address = next
    }
  }
  if (address !== null) add('')
  return candidates
}

function widthOf(descriptor: string): number {
  const value = Number.parseFloat(descriptor)
  if (Number.isNaN(value)) return ASSUMED_WIDTH
  return descriptor.endsWith('x') ? value * ASSUMED_WIDTH : value
}

function isPlaceholder(address: string): boolean {
  return NOT_A_PHOTO.test(address) || PLACEHOLDER.test(address) || /\.svg(?:$|\?)/i.test(address)
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

/** The same for all sizes of an image. */
export function imageName(address: string): string {
  const url = URL.parse(address)
  return url === null ? address : `${url.host}${url.pathname.replace(SIZE, '')}`
}

const MAX_ALT_LENGTH = 300

/**
 * Returns the alternative text that the feed gives for an image: that of the same image in HTML, or else its description
 * in Media RSS. Null if there is none.
 *
 * @param base of the addresses in `media`
 */
export function imageAltOf(
  imageUrl: string | null,
  media: readonly SourceMedia[],
  htmls: readonly string[],
  base: string | null,
): string | null {
  if (imageUrl === null) return null
  const name = imageName(imageUrl)
  const described = media.find(({ url, description }) => description && webAddress(url, base) === imageUrl)
  const alt = htmls.map((html) => findAlt(html, name)).find(Boolean) ?? described?.description ?? ''
  return truncateText(toPlainLine({ value: alt, type: 'html' }), MAX_ALT_LENGTH) || null
}

function findAlt(html: string, name: string): string | undefined {
  let found: string | undefined
  walkHtml(html, {
    open(tag, { alt, ...attributes }) {
      // Lazy images have their address in another attribute than src.
      if (
        tag === 'img' &&
        alt?.trim() &&
        Object.values(attributes).some((value) => imageName(value) === name)
      )
        found ??= alt
    },
  })
  return found
}

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
