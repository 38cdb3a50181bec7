import { type Account, hasCapability } from '#features/access/rules/access.ts'
import type { FileFormValues } from './file-form.ts'
import { kindOf, type MediaKind } from './media-kind.ts'
import { listWidths, MAX_WIDTH, uploadMediaPath, uploadUrl, WIDTHS } from './variant.ts'

/**
 * The data of a library file that a block stores.
 *
 * `src` is its permanent address, `/storage/article-images/{name}`: it stays the same when the file is replaced, and readers may
 * open it once something published contains it. Do not show it to readers, since the file is large and cached briefly: the
 * server finds the current `key`, `width` and `height` of stored addresses with `findShownImages`
 * (server/shown-image.server.ts), and `imageSrcSet` writes the sources.
 */
export type ChosenFile = {
  id: string
  kind: MediaKind
  src: string
  /** Pixels; 0 for audio. */
  width: number
  height: number
  /** Empty for a decorative image, and for one without a description. */
  alt: string
  isDecorative: boolean
  caption: string
  credit: string
}

/** An image or recording as the library lists it. Instants are ISO 8601. */
export type LibraryFile = Omit<FileFormValues, 'captions' | 'transcript'> & {
  id: string
  /** Its permanent address ends with it. */
  name: string
  /** Changes with the file and the focal point. */
  key: string
  /** Pixels; 0 for audio. */
  width: number
  height: number
  /** Seconds; null for images, and if unknown. */
  duration: number | null
  hasCaptions: boolean
  hasTranscript: boolean
  bytes: number
  mime: string
  takenAt: string | null
  uploadedBy: { id: string; name: string } | null
  createdAt: string
  updatedAt: string
  isUsed: boolean
}

export type LibraryFileDetail = LibraryFile & Pick<FileFormValues, 'captions' | 'transcript'>

export function toChosenFile(image: LibraryFile): ChosenFile {
  const { id, name, width, height, alt, isDecorative, caption, credit } = image
  return {
    id,
    kind: kindOf(image.mime),
    src: uploadUrl(name),
    width,
    height,
    alt,
    isDecorative,
    caption,
    credit,
  }
}

/**
 * The sources of an image that is shown whole, for `<source type="image/avif" srcset>` and `<img srcset>`. Their addresses change
 * with the file, and are cached for good.
 *
 * @param image.width of the image in pixels
 */
export function imageSrcSet({
  name,
  key,
  width,
  format,
  query = '',
}: Pick<LibraryFile, 'name' | 'key' | 'width'> & { format: 'avif' | 'webp'; query?: string }): string {
  return listWidths(widthsOf(width).at(-1) ?? MAX_WIDTH, format)
    .map(
      (each) =>
        `${uploadMediaPath({ upload: name, key, ratio: 'full', width: each, format })}${query} ${Math.min(each, width)}w`,
    )
    .join(', ')
}

/** The address of an image that is shown whole. @param largest pixels */
export function imageAddress(
  { name, key, width }: Pick<LibraryFile, 'name' | 'key' | 'width'>,
  largest: number = MAX_WIDTH,
): string {
  const widths = widthsOf(width)
  const fitting = widths.findLast((each) => each <= largest) ?? widths[0] ?? WIDTHS[0]
  return uploadMediaPath({ upload: name, key, ratio: 'full', width: fitting, format: 'webp' })
}

/** Up to the first that shows all pixels. */
function widthsOf(width: number): (typeof WIDTHS)[number][] {
  const complete = WIDTHS.findIndex((each) => each >= width)
  return WIDTHS.slice(0, complete < 0 ? WIDTHS.length : complete + 1)
}

export function canEditFile(
  account: Pick<Account, 'id' | 'role'>,
  image: { uploadedBy: string | null },
): boolean {
  return hasCapability(account, 'image.edit-all') || image.uploadedBy === account.id
}

/** @param today `YYYY-MM-DD` */
export function hasRightsEnded({ rightsEndOn }: Pick<FileFormValues, 'rightsEndOn'>, today: string): boolean {
  return rightsEndOn !== '' && rightsEndOn < today
}
