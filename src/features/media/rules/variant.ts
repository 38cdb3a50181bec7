/** Pixels; 768 is for phones, 1690 for an article's column at double density. */
export const WIDTHS = [160, 320, 480, 640, 768, 960, 1280, 1690] as const
/** The shapes of the hero, cards and thumbnails, and of structured data. */
export const RATIOS = ['16:9', '3:2', '4:3', '1:1'] as const
export const FORMATS = ['avif', 'webp'] as const
/** On disk. */
export const MAX_VARIANT_BYTES = 2_000_000_000
/** Temporary folders, such as those of containers, are smaller, and often in memory. */
export const MAX_TEMPORARY_VARIANT_BYTES = 500_000_000

export type Width = (typeof WIDTHS)[number]

export const MAX_WIDTH: Width = WIDTHS[7]
export type Ratio = (typeof RATIOS)[number]
type Format = (typeof FORMATS)[number]

export type PageImage = { ratio: Ratio; width: Width; format: Format }

/** The image of link previews and feeds, 1200×630 (spec §9). JPEG, since not every network reads WebP. */
export const SHARE_IMAGE = { ratio: '40:21', width: 1200, format: 'jpeg' } as const

/** The whole image, for articles' texts. */
export type WholeImage = { ratio: 'full'; width: Width; format: Format }

/** The whole image in emails. JPEG, since Outlook does not read WebP. */
export const EMAIL_IMAGE = { ratio: 'full', width: 1280, format: 'jpeg' } as const

export type Variant = PageImage | WholeImage | typeof SHARE_IMAGE | typeof EMAIL_IMAGE

/** `imageKey` changes with the image. */
export type MediaPath = Variant & { articleId: string; imageKey: string; query?: string | undefined }

/** By the name of an upload. `key`, its `imageKey`, changes with the image; without it, the response is cached briefly. */
export type UploadMediaPath = Variant & { upload: string; key?: string | undefined }

export function variantName({ ratio, width, format }: Variant): string {
  return `${ratio.replace(':', 'x')}-${width}.${format}`
}

/** `/media/{articleId}/{imageKey}/16x9-640.webp`. The content never changes. */
export function mediaPath({ articleId, imageKey, query = '', ...variant }: MediaPath): string {
  return `/media/${articleId}/${imageKey}/${variantName(variant)}${query}`
}

/** Takes the place of the article's id in the address of an upload. */
export const UPLOADS_ID = 'uploads'

/** `/media/uploads/{upload}/16x9-640.webp`, or `/media/uploads/{upload}/{key}/16x9-640.webp` */
export function uploadMediaPath({ upload, key, ...variant }: UploadMediaPath): string {
  return mediaPath({ articleId: UPLOADS_ID, imageKey: key ? `${upload}/${key}` : upload, ...variant })
}

/** Returns the address of an upload, as stored in `image_url` and in texts. */
export function uploadUrl(name: string): string {
  return `/storage/article-images/${name}`
}

/** Undefined for other images. */
export function uploadNameOf(imageUrl: string): string | undefined {
  return /^\/storage\/article-images\/([\w-][\w.-]*)$/.exec(imageUrl)?.[1]
}

const PATH =
  /^\/media\/(?:uploads\/([\w-][\w.-]*)(?:\/([0-9a-f]{14}))?|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([0-9a-f]{14}))\/([\w.-]+)$/

export function parseMediaPath(pathname: string): MediaPath | UploadMediaPath | undefined {
  const [, upload, key, articleId, imageKey, name = ''] = PATH.exec(pathname) ?? []
  const variant = parseVariantName(name)
  if (variant && upload) return { upload, ...(key && { key }), ...variant }
  return variant && articleId && imageKey ? { articleId, imageKey, ...variant } : undefined
}

function parseVariantName(name: string): Variant | undefined {
  const jpeg = [SHARE_IMAGE, EMAIL_IMAGE].find((variant) => name === variantName(variant))
  if (jpeg) return jpeg
  const [, shape, size, extension] = /^(\d+x\d+|full)-(\d+)\.([a-z]+)$/.exec(name) ?? []
  const ratio = [...RATIOS, 'full' as const].find((ratio) => ratio.replace(':', 'x') === shape)
  const width = WIDTHS.find((width) => String(width) === size)
  const format = FORMATS.find((format) => format === extension)
  return ratio && width && format ? ({ ratio, width, format } as Variant) : undefined
}

/** Browsers without AVIF, which are few, choose from these and the largest width. */
const WEBP_WIDTHS: readonly Width[] = [320, 640, 1280]

/** Returns the widths among which browsers choose. */
export function listWidths(largest: Width, format: PageImage['format']): Width[] {
  const isListed = (width: Width) => format === 'avif' || WEBP_WIDTHS.includes(width)
  return WIDTHS.filter((width) => width === largest || (width < largest && isListed(width)))
}

export function srcSet({
  largest = MAX_WIDTH,
  ...image
}: Omit<MediaPath, keyof Variant> & Omit<PageImage, 'width'> & { largest?: Width }): string {
  return listWidths(largest, image.format)
    .map((width) => `${mediaPath({ ...image, width })} ${width}w`)
    .join(', ')
}

export function heightOf(ratio: Exclude<Variant['ratio'], 'full'>, width: number): number {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  return Math.round((width * down) / across)
}

/**
 * 53 bits in 14 hexadecimal digits (cyrb53 by bryc, public domain). Not collision-resistant: never use it alone as
 * a storage key.
 */
export function imageKey(imageUrl: string): string {
  let h1 = 0xdeadbeef
  let h2 = 0x41c6ce57
  for (let index = 0; index < imageUrl.length; index += 1) {
    const unit = imageUrl.charCodeAt(index)
    h1 = Math.imul(h1 ^ unit, 0x9e3779b1)
    h2 = Math.imul(h2 ^ unit, 0x5f356495)
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 0x85ebca6b) ^ Math.imul(h2 ^ (h2 >>> 13), 0xc2b2ae35)
  h2 = Math.imul(h2 ^ (h2 >>> 16), 0x85ebca6b) ^ Math.imul(h1 ^ (h1 >>> 13), 0xc2b2ae35)
  return ((h2 & 0x1fffff) * 0x1_0000_0000 + (h1 >>> 0)).toString(16).padStart(14, '0')
}
