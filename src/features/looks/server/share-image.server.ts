import sharp from 'sharp'
import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { DEFAULT_ACCENT, servedLook } from '#kernel/look.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import type { Db } from '#platform/database/db.server.ts'
import { logFailure } from '#platform/process/log.server.ts'
import { publishedFile } from './load-look.server.ts'

/** The image of shared pages that have none of their own (spec §9). */
export const SHARE_IMAGE_PATH = '/social-share-default.jpg'
const SIZE = { width: 1_200, height: 630 }
const NAME_SIZE = { width: 1_000, height: 220 }

let drawn: { key: string; image: Promise<Buffer> } | undefined

/**
 * Draws the wordmark, or the name of the site, in the colours of the published look.
 *
 * @returns undefined if the default image suits the look
 */
export async function drawShareImage(db: Db): Promise<Buffer | undefined> {
  const { accent, headerBackground, wordmark } = servedLook()
  if (accent === DEFAULT_ACCENT && !wordmark) return undefined
  const { siteName } = await findPublicSettings(db)
  const key = JSON.stringify([accent, headerBackground, wordmark, siteName])
  if (drawn?.key !== key) {
    const image = draw(siteName)
    drawn = { key, image }
    // The next request tries again.
    image.catch(() => {
      drawn = undefined
    })
  }
  return drawn.image
}

async function draw(siteName: string): Promise<Buffer> {
  const { accent, headerBackground, wordmark } = servedLook()
  const isOnPage = headerBackground === 'page'
  const name = await drawName(
    siteName,
    isOnPage ? accent : '#ffffff',
    wordmark && publishedFile(`${wordmark.path}.png`),
  )
  const band = isOnPage && {
    input: { create: { width: SIZE.width, height: 24, channels: 3 as const, background: accent } },
    gravity: 'north',
  }
  return sharp({ create: { ...SIZE, channels: 3, background: isOnPage ? '#ffffff' : accent } })
    .composite([...(band ? [band] : []), ...(name ? [{ input: name }] : [])])
    .jpeg({ quality: 88 })
    .toBuffer()
}

/** @returns null if the server has no font for the name */
async function drawName(
  siteName: string,
  colour: string,
  wordmark: Buffer | null | undefined,
): Promise<Buffer | null> {
  if (wordmark)
    return sharp(wordmark)
      .resize({ ...NAME_SIZE, fit: 'inside' })
      .png()
      .toBuffer()
  const text = `<span foreground="${colour}">${escapeHtml(siteName)}</span>`
  try {
    return await sharp({ text: { text, font: 'serif bold', ...NAME_SIZE, rgba: true, align: 'centre' } })
      .png()
      .toBuffer()
  } catch (error) {
    logFailure(error, 'The name of the site could not be drawn for shared pages')
    return null
  }
}
