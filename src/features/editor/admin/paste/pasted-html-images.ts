import { readRtfImages } from '#features/blocks/rules/rtf-images.ts'
import { imageOf, readSets } from '#features/feeds/parse/feed-media.ts'
import { TEXT_LIMITS } from '#features/media/rules/file-form.ts'
import { MAX_BYTES } from '#features/media/rules/media-kind.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { MAX_URL_LENGTH } from '#kernel/web-address.ts'

/** Clipboard data other than HTML: Safari and Outlook provide images as files, Word as RTF. */
export type BesideHtml = { files: readonly File[]; readRtf: () => string }

/** `file` is missing if the server loads the image from its address. */
export type FoundImage = { id: string; address: string; file?: File | undefined }

type Image = FoundImage & {
  alt: string
  /** Inline HTML. */
  caption: string
  credit: string
  /** Not in the HTML. */
  isBeside: boolean
}

/** In one paste. */
const MAX_IMAGES = 50
/** In pixels; smaller ones are buttons or tracking pixels. */
const MIN_SIDE = 50
/** Shorter ones are placeholders. */
const MIN_DATA_LENGTH = 300

/** The placeholder of an image while text is cleaned: its index between two noncharacters. */
const MARKER = /\ufdd0(\d+)\ufdd1/g
export const MARKER_CHARACTERS = /[\ufdd0\ufdd1]/g

const DATA = /^data:(image\/(?:png|jpeg|gif|webp|avif));base64,/
const BESIDE = /^(?:file|cid|blob|webkit-fake-url|x-apple[\w-]*):/i

/** Collects the images of pasted HTML, and puts a figure for each into the cleaned text. */
export class HtmlImages {
  private readonly images: Image[] = []
  private readonly markers = new Map<Element, string>()
  /** The number of images that cannot be read. */
  lost = 0

  /** @returns a marker; empty for small images, tracking pixels, and those that cannot be read, which are counted */
  read(element: Element): string {
    const marker = this.markers.get(element) ?? this.readNew(element)
    this.markers.set(element, marker)
    return marker
  }

  private readNew(element: Element): string {
    const source = this.findSource(element)
    if (!source) return ''
    if (this.images.length >= MAX_IMAGES) {
      this.lost += 1
      return ''
    }
    const alt = cleanAlt(element.getAttribute('alt') ?? '')
    this.images.push({ id: crypto.randomUUID(), alt, caption: '', credit: '', ...source })
    return `\ufdd0${this.images.length - 1}\ufdd1`
  }

  /** Adds the caption and the credit of a figure to its only image. */
  addTexts(marker: string, texts: { caption: string; credit: string }): void {
    const [, index] = [...marker.matchAll(MARKER)][0] ?? []
    const image = this.images[Number(index)]
    if (image) Object.assign(image, texts)
  }

  private findSource(element: Element): Pick<Image, 'address' | 'file' | 'isBeside'> | undefined {
    const attributes = readAttributes(element)
    const sources = [...(element.closest('picture')?.querySelectorAll('source') ?? [])]
    const address = imageOf(attributes, sources.map(readAttributes).flatMap(readSets), null)
    if (address && address.length <= MAX_URL_LENGTH) return { address, isBeside: false }
    const src = attributes.src ?? ''
    if (isSmall(attributes) || (/^https?:/i.test(src) && !/\.svg(?:$|[?#])/i.test(src))) return undefined
    if (BESIDE.test(src)) return { address: '', isBeside: true }
    const file = readData(src)
    if (file) return { address: '', file, isBeside: false }
    if (src && !(src.startsWith('data:') && src.length < MIN_DATA_LENGTH)) this.lost += 1
    return undefined
  }

  /**
   * Replaces the markers by figures. Those in paragraphs divide them; those in lists, quotations and tables follow these, since
   * figures stand at the top level of a text.
   */
  place(html: string, beside: BesideHtml | undefined): { html: string; images: FoundImage[] } {
    if (this.images.length === 0) return { html, images: [] }
    this.assignFiles(beside)
    const { body } = new window.DOMParser().parseFromString(html, 'text/html')
    if ([...body.childNodes].some(({ nodeType }) => nodeType === 3)) body.innerHTML = `<p>${html}</p>`
    const placed = [...body.children].map((block) => this.placeIn(block)).join('')
    return { html: placed, images: this.images.filter(isReadable) }
  }

  /** In order, if there is one for each image. */
  private assignFiles(beside: BesideHtml | undefined): void {
    const images = this.images.filter(({ isBeside }) => isBeside)
    if (images.length === 0) return
    const files = (beside?.files ?? []).filter(({ type }) => type.startsWith('image/'))
    const found = files.length === images.length ? files : readRtfImages(beside?.readRtf() ?? '')
    if (found.length === images.length)
      for (const [index, image] of images.entries()) image.file = found[index]
    else this.lost += images.length
  }

  private placeIn(block: Element): string {
    const html = block.outerHTML
    if (!html.includes('\ufdd0')) return html
    if (block.localName === 'p') {
      return block.innerHTML
        .split(MARKER)
        .map((part, index) => (index % 2 === 0 ? writeParagraph(part) : this.writeFigure(Number(part))))
        .join('')
    }
    const figures = Array.from(html.matchAll(MARKER), ([, index]) => this.writeFigure(Number(index)))
    const emptied = [...block.querySelectorAll('p, li, ul, ol, blockquote')].filter(
      ({ textContent }) => textContent.includes('\ufdd0') && textContent.replace(MARKER, '').trim() === '',
    )
    for (const element of emptied) element.remove()
    const rest = block.outerHTML.replace(MARKER, '')
    return (block.textContent.replace(MARKER, '').trim() === '' ? '' : rest) + figures.join('')
  }

  private writeFigure(index: number): string {
    const image = this.images[index]
    if (!image) return ''
    const { id, address, alt, caption, credit } = image
    if (!isReadable(image)) return caption && `<p>${caption}</p>`
    const attributes = { id, address, alt, credit }
    const written = Object.entries(attributes).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    return `<figure class="pasted-image"${written.join('')}><figcaption>${caption}</figcaption></figure>`
  }
}

/** Addresses without a scheme get one. */
function readAttributes(element: Element): Record<string, string> {
  return Object.fromEntries(
    Array.from(element.attributes, ({ name, value }) => [
      name,
      /^(?:data-)?src/.test(name) ? value.replace(/(^|[\s,])\/\//g, '$1https://') : value,
    ]),
  )
}

function isReadable({ address, file }: FoundImage): boolean {
  return address !== '' || file !== undefined
}

function writeParagraph(html: string): string {
  const text = trimInline(html)
  return text && `<p>${text}</p>`
}

/** Removes white space and line breaks at the ends of inline HTML; returns nothing for what has no text. */
export function trimInline(html: string): string {
  if (html.replace(/<[^<>]*>/g, '').trim() === '') return ''
  let text = html.trim()
  while (text.startsWith('<br>')) text = text.slice(4).trimStart()
  while (text.endsWith('<br>')) text = text.slice(0, -4).trimEnd()
  return text
}

function isSmall(attributes: Readonly<Record<string, string>>): boolean {
  return [attributes.width, attributes.height].some(
    (side) => side !== undefined && Number.parseInt(side, 10) < MIN_SIDE,
  )
}

function readData(src: string): File | undefined {
  const [start = '', type = ''] = DATA.exec(src.slice(0, 100)) ?? []
  const isPlausible = src.length >= MIN_DATA_LENGTH && src.length <= (MAX_BYTES.image * 4) / 3
  if (!start || !isPlausible) return undefined
  try {
    const bytes = Uint8Array.from(atob(src.slice(start.length)), (character) => character.charCodeAt(0))
    return new File([bytes], `image.${type.slice('image/'.length)}`, { type })
  } catch {
    return undefined
  }
}

/** Notes that Word and others add to descriptions. */
const GENERATED =
  /(?:Description automatically generated(?: with [a-z]+ confidence)?|AI-generated content may be incorrect\.)/gi
const FILE_NAME = /^[\w -]+\.(?:jpe?g|png|gif|webp|avif|heic)$/i

function cleanAlt(alt: string): string {
  const text = alt.replace(MARKER_CHARACTERS, '').replace(GENERATED, '').replace(/\s+/g, ' ').trim()
  return FILE_NAME.test(text) ? '' : text.slice(0, TEXT_LIMITS.alt)
}
