import { walkHtml } from '#kernel/walk-html.ts'
import { webAddress } from '#kernel/web-address.ts'
import type { SourceMedia } from './source-feed.ts'

const EXTENSION = /\.(?:jpe?g|png|gif|webp|avif)$/i

/** Counters of visits, spacers, emoji and portraits of commenters: `<img>`, but no image of the story. */
const NO_IMAGE =
  /feedburner\.com|feedsportal\.com|doubleclick\.net|gravatar\.com\/avatar|\/emoji\/|[/.](?:pixel|beacon)\.|\/(?:pixel|beacon|spacer|blank|transparent|clear|1x1)(?:\.(?:gif|png))?(?:$|[?#])|\/b\.gif/i

/** Smaller is a button or a counter. */
const MIN_SIDE = 50

/**
 * The image of an item: the largest that Media RSS names, else its largest thumbnail, else an enclosed image, else
 * the item's cover, else the first real image in its HTML. An absolute http(s) address, or null.
 *
 * @param base what the addresses in `media` are relative to
 * @param htmls pieces of HTML with absolute addresses, in order of preference
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
  for (const kind of ['content', 'thumbnail', 'enclosure', 'cover']) {
    const largest = images.filter((image) => image.kind === kind).sort((a, b) => area(b) - area(a))[0]
    if (largest) return largest.url
  }
  return htmls.map(firstImage).find((url) => url !== null) ?? null
}

function isImage({ kind, type, medium, width, height }: SourceMedia, url: string): boolean {
  const path = URL.parse(url)?.pathname ?? ''
  if (NO_IMAGE.test(url) || /\.svg$/i.test(path) || (width ?? MIN_SIDE) < 2 || (height ?? MIN_SIDE) < 2)
    return false
  if (type !== null) return /^image\/(?!svg)/i.test(type)
  if (medium !== null) return medium.toLowerCase() === 'image'
  return kind === 'thumbnail' || kind === 'cover' || EXTENSION.test(path)
}

/** A missing side counts as the other one; a size that is not given as none. */
function area({ width, height }: SourceMedia): number {
  return (width ?? height ?? 0) * (height ?? width ?? 0)
}

/** The address of the first `<img>` that shows something, lazily loaded ones included. */
function firstImage(html: string): string | null {
  let found: string | null = null
  walkHtml(html, {
    open(name, attributes) {
      if (name === 'img') found ??= imageOf(attributes)
    },
  })
  return found
}

function imageOf(attributes: Readonly<Record<string, string>>): string | null {
  const url = webAddress(attributes.src) ?? webAddress(attributes['data-src'])
  const isSmall = [attributes.width, attributes.height].some(
    (side) => side !== undefined && Number.parseInt(side, 10) < MIN_SIDE,
  )
  return url === null || isSmall || NO_IMAGE.test(url) || /\.svg(?:$|\?)/i.test(url) ? null : url
}
