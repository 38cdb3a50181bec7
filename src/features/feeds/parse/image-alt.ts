import { truncateText } from '#kernel/text.ts'
import { walkHtml } from '#kernel/walk-html.ts'
import { webAddress } from '#kernel/web-address.ts'
import { imageName } from './feed-image.ts'
import { toPlainLine } from './feed-text.ts'
import type { SourceMedia } from './source-feed.ts'

const MAX_LENGTH = 300

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
  return truncateText(toPlainLine({ value: alt, type: 'html' }), MAX_LENGTH) || null
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
