import { imageAddress, imageSrcSet } from '#features/media/rules/library-file.ts'
import { findShownImages, type ShownImage } from '#features/media/server/shown-image.server.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import type { Db } from '#platform/database/db.server.ts'

/** As the sanitiser writes them. */
const IMAGE = /(<figure class="wide">)?<img src="(\/storage\/[^"<>]*)"([^<>]*)>/g
/** Pixels. */
const FEED_WIDTH = 1_280
/** The measure of the text, and the width of the page's column (ui/prose.css). */
const SIZES = { column: '(width < 38rem) 100vw, 35rem', wide: '(width < 56rem) 100vw, 52.75rem' }

/**
 * Adds the sources of the images of a sanitised text. Each is a link to the whole image. Images that the library does not
 * have stay as they are.
 *
 * @param query is appended to the addresses
 */
export function showImages(db: Db, html: string, query = ''): Promise<string> {
  const name = ` aria-label="${phraseHtml('Open the image')}"`
  return replaceImages(db, html, (image, attributes, isWide) => {
    const isDecorative = attributes.startsWith(' alt=""')
    const sizes = `sizes="auto, ${isWide ? SIZES.wide : SIZES.column}"`
    return (
      `<a href="${imageAddress(image)}${query}"${isDecorative ? name : ''}><picture>` +
      `<source type="image/avif" srcset="${imageSrcSet({ ...image, format: 'avif', query })}" ${sizes}>` +
      `<img src="${imageAddress(image)}${query}" srcset="${imageSrcSet({ ...image, format: 'webp', query })}" ${sizes}` +
      `${attributes} loading="lazy" decoding="async"></picture></a>`
    )
  })
}

/** Gives the images of a sanitised text one address, for feeds. */
export function linkImages(db: Db, html: string): Promise<string> {
  return replaceImages(
    db,
    html,
    (image, attributes) => `<img src="${imageAddress(image, FEED_WIDTH)}"${attributes}>`,
  )
}

async function replaceImages(
  db: Db,
  html: string,
  write: (image: ShownImage, attributes: string, isWide: boolean) => string,
): Promise<string> {
  const addresses = [...html.matchAll(IMAGE)].map(([, , address = '']) => address)
  if (addresses.length === 0) return html
  const shown = await findShownImages(db, addresses)
  return html.replace(IMAGE, (all, wide: string | undefined, address: string, given: string) => {
    const image = shown.get(address)
    if (!image) return all
    const alt = /\balt="[^"]*"/.exec(given)?.[0] ?? 'alt=""'
    const attributes = ` ${alt} width="${image.width}" height="${image.height}"`
    return (wide ?? '') + write(image, attributes, wide !== undefined)
  })
}
