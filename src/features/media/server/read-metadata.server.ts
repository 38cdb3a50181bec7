import { DOMParser } from '@xmldom/xmldom'
import ExifReader from 'exifreader'
import type { Metadata } from 'sharp'
import { parseLocalInput } from '#kernel/time/zoned-time.ts'
import { type FileTexts, toFileTexts } from '../rules/file-form.ts'

/** Texts and dates from the metadata of an image. Positions are not read. */
export type ImageMetadata = FileTexts & { takenAt: Date | null }

/** A segment of a JPEG file holds less. */
const MAX_BLOCK_BYTES = 65_000
const EXIF_HEADER = Buffer.from('Exif\0\0')
const NAMESPACE = Buffer.from('http://ns.adobe.com/xap/1.0/\0')

/**
 * Reads caption, credit, people, keywords, rights and time from EXIF, IPTC and XMP. XMP, which is Unicode and usually the newest,
 * comes before IPTC and EXIF.
 *
 * @param metadata as sharp reads it from a file of any format; damaged blocks are ignored
 */
export function readMetadata({ exif, iptc, xmp }: Pick<Metadata, 'exif' | 'iptc' | 'xmp'>): ImageMetadata {
  const tags = {
    ...loadTags('exif', segment(0xe1, exif && withHeader(exif))),
    ...loadTags('iptc', segment(0xed, iptc)),
    ...loadTags('xmp', segment(0xe1, xmp && Buffer.concat([NAMESPACE, xmp]))),
  }
  const first = (...found: (string | undefined)[]) => found.find((text) => text?.trim()) ?? ''
  const { xmp: x = {}, iptc: i = {}, exif: e = {} } = tags
  const photographer = first(textOf(x.creator), textOf(i['By-line']), exifText(e.Artist))
  const agency = first(textOf(x.Credit), textOf(i.Credit))
  const credits = [...new Set([photographer.trim(), agency.trim()].filter(Boolean))]
  return {
    ...toFileTexts({
      alt: textOf(x.AltTextAccessibility) ?? '',
      caption: withoutCameraName(
        first(textOf(x.description), textOf(i['Caption/Abstract']), exifText(e.ImageDescription)),
      ),
      credit:
        credits.join('/') || first(textOf(x.rights), textOf(i['Copyright Notice']), exifText(e.Copyright)),
      source: first(textOf(x.Source), textOf(i.Source)),
      people: textOf(x.PersonInImage) ?? '',
      keywords: first(textOf(x.subject), textOf(i.Keywords)),
      rightsNote: first(textOf(x.UsageTerms), textOf(x.Instructions), textOf(i['Special Instructions'])),
    }),
    takenAt:
      readTime(textOf(e.DateTimeOriginal), textOf(e.OffsetTimeOriginal)) ?? readTime(textOf(x.DateCreated)),
  }
}

type Tag = { description?: unknown; value?: unknown }
type Tags = Readonly<Record<string, Tag | Tag[] | undefined>>
type Kind = 'exif' | 'iptc' | 'xmp'

/** HEIC files store EXIF without it. */
function withHeader(exif: Buffer): Buffer {
  return exif.subarray(0, EXIF_HEADER.length).equals(EXIF_HEADER) ? exif : Buffer.concat([EXIF_HEADER, exif])
}

function segment(marker: number, block: Buffer | undefined): Buffer | undefined {
  if (!block || block.length > MAX_BLOCK_BYTES) return undefined
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(block.length + 2, 2)
  return Buffer.concat([Buffer.from([0xff, 0xd8]), head, block, Buffer.from([0xff, 0xd9])])
}

/** In a JPEG file of nothing else, so that the reader never sees the image. */
function loadTags(kind: Kind, file: Buffer | undefined): Partial<Record<Kind, Tags>> {
  if (!file) return {}
  try {
    const domParser = new DOMParser({ onError: (level, message) => stopAtError(level, message) })
    const { [kind]: tags } = ExifReader.load(file, { expanded: true, domParser })
    return tags ? { [kind]: tags as Tags } : {}
  } catch {
    return {}
  }
}

function stopAtError(level: string, message: string): void {
  if (level !== 'warning') throw new Error(message)
}

/** Lists are joined by commas. */
function textOf(tag: Tag | Tag[] | undefined): string | undefined {
  if (Array.isArray(tag)) return tag.flatMap((each) => textOf(each) ?? []).join(', ')
  if (typeof tag?.description === 'string') return tag.description
  return undefined
}

/** Cameras and programs write UTF-8 where the standard has ASCII. */
function exifText(tag: Tag | Tag[] | undefined): string | undefined {
  const text = textOf(tag)
  if (!text || /[^\0-\xff]/.test(text) || !/[\x80-\xff]/.test(text)) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}

const CAMERA_NAMES: ReadonlySet<string> = new Set(['olympus digital camera', 'sony dsc', 'digital camera'])

/** Some cameras write their name into each image. */
function withoutCameraName(caption: string): string {
  return CAMERA_NAMES.has(caption.trim().toLowerCase()) ? '' : caption
}

const TIME = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d)/
const OFFSET = /(?:Z|[+-]\d\d:\d\d)$/

/** Times without an offset are local. Null if invalid. */
function readTime(text: string | undefined, offset = OFFSET.exec(text ?? '')?.[0]): Date | null {
  const [, year, month, day, hour, minute] = TIME.exec(text ?? '') ?? []
  if (!year || Number(year) < 1826) return null
  const local = `${year}-${month}-${day}T${hour}:${minute}`
  const time = offset && OFFSET.test(offset) ? new Date(`${local}${offset}`) : parseLocalInput(local)
  return time && !Number.isNaN(time.getTime()) ? time : null
}
