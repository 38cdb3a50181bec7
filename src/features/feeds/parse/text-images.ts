import { imageKey, mediaPath, WIDTHS, type Width } from '#features/media/rules/variant.ts'
import { collapseSpace, truncateText } from '#kernel/text/text.ts'
import { imageName, imageOf, readSets } from './feed-media.ts'

/** In one text; further ones are left out. */
const MAX_TEXT_IMAGES = 30
const MAX_ALT_LENGTH = 300

/** CSS pixels. */
const MAX_SIDE = 10_000
const MAX_RATIO = 5
/** The box of an image whose size the feed does not give. */
const ASSUMED = { width: 1_280, height: 853 }
const LARGEST: Width = 1_280
/** The measure of the text (ui/prose.css). */
const SIZES = 'auto, (width < 38rem) 100vw, 35rem'

type Attributes = Readonly<Record<string, string>>

/**
 * Chooses the images that readers see in the text of an ingested article, and writes their attributes. They are served by
 * this site, in a box of a fixed shape, so that nothing moves when they load.
 *
 * @param article.imageUrl the image above the text, which is not repeated
 */
export function createTextImages({ id, imageUrl }: { id: string; imageUrl: string | null }) {
  const shown = new Set<string>()
  const lead = imageUrl && imageName(imageUrl)

  return {
    show(attributes: Attributes, sources: readonly Attributes[]): Record<string, string> | null {
      if (shown.size >= MAX_TEXT_IMAGES || isHidden(attributes)) return null
      const url = imageOf(attributes, sources.flatMap(readSets), null)
      if (url === null || imageName(url) === lead || shown.has(url)) return null
      shown.add(url)
      return writeImage(id, url, attributes)
    },
    /** Returns the addresses of the images so far. */
    listShown: () => [...shown],
  }
}

function writeImage(articleId: string, url: string, attributes: Attributes): Record<string, string> {
  const size = sizeOf(attributes)
  const { width, height } = size ?? ASSUMED
  const image = { articleId, imageKey: imageKey(url), ratio: 'full', format: 'webp' } as const
  // At double density.
  const last = WIDTHS.findIndex((each) => each >= Math.min(2 * width, LARGEST))
  const widths = WIDTHS.slice(0, last + 1)
  return {
    class: 'feed-image',
    src: mediaPath({ ...image, width: widths.at(-1) ?? LARGEST }),
    srcset: widths.map((each) => `${mediaPath({ ...image, width: each })} ${each}w`).join(', '),
    sizes: SIZES,
    alt: truncateText(collapseSpace(attributes.alt ?? ''), MAX_ALT_LENGTH),
    width: String(width),
    height: String(height),
    // The file may have another shape than the feed says.
    style: `aspect-ratio:${width}/${height};max-width:min(100%,${width}px)`,
    loading: 'lazy',
    decoding: 'async',
  }
}

/** Null if the feed gives no plausible size. */
function sizeOf(attributes: Attributes): { width: number; height: number } | null {
  const [width = 0, height = 0] = ['width', 'height'].map((name) => {
    const [, digits] = /^\s*(\d{1,5})(?:\.\d{1,5})?(?:px)?\s*$/.exec(attributes[name] ?? '') ?? []
    return Number(digits ?? 0)
  })
  const isPlausible =
    Math.min(width, height) > 0 &&
    Math.max(width, height) <= MAX_SIDE &&
    Math.max(width / height, height / width) <= MAX_RATIO
  return isPlausible ? { width, height } : null
}

const HIDDEN = /(?:^|;)\s*(?:display\s*:\s*none|(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|$))/i

/** Tracking pixels. */
function isHidden({ style = '', hidden }: Attributes): boolean {
  return hidden !== undefined || HIDDEN.test(style)
}
