import { escapeHtml } from '#kernel/text/text.ts'
import { MAX_TEXT_PARTS, walkHtml } from '#kernel/text/walk-html.ts'
import {
  embedHtml,
  factBoxHtml,
  galleryHtml,
  imageHtml,
  linkHtml,
  paragraphHtml,
  pullQuoteHtml,
  recordingHtml,
  type TextImage,
} from './block-html.ts'
import {
  DROPPED,
  hasMedia,
  hasText,
  imageTextOf,
  isElement,
  LOST,
  loseElement,
  MEDIA,
  names,
  type TextContext,
  trimBreaks,
  withScheme,
  writeInline,
  writeNode,
} from './inline-html.ts'
import { addressOfMedia, isPixel } from './media-address.ts'

/** Elements that only group others. */
const CONTAINERS = names(
  'address article aside body center dialog div fieldset footer form header hgroup main nav section',
)
const TEXT_BLOCKS = names('p h1 h2 h3 h4 h5 h6')
/** Elements that keep their structure. */
const STRUCTURES = names('blockquote dl ol pre table ul')
const MEDIA_SELECTOR = [...MEDIA, 'figure'].join()
const BLOCK_SELECTOR = [...TEXT_BLOCKS, ...STRUCTURES, ...MEDIA, 'div', 'figure'].join()
const FIGURE_TEXT_SELECTOR = [...TEXT_BLOCKS, ...STRUCTURES, 'iframe', 'embed', 'details'].join()

/** Parsers take very long for such texts. */
export const LOST_END = 'ends of texts that are too long or nested too deeply'

/** Converts HTML to that of our blocks. Content that no block can show keeps its elements, without styles. */
export function convertHtml(html: string, context: TextContext): string {
  const end = walkHtml(html, {}, MAX_TEXT_PARTS)
  if (end < html.length) context.lose(LOST_END, html.slice(end))
  return convertChildren(context.parseHtml(html.slice(0, end)), context)
}

/** Returns the blocks in an element. Text between blocks becomes paragraphs. */
export function convertChildren(parent: Element, context: TextContext): string {
  const blocks: string[] = []
  let inline: Node[] = []
  const endParagraph = () => {
    if (inline.length > 0) blocks.push(convertLine('p', inline, context))
    inline = []
  }
  for (const node of parent.childNodes) {
    const html = isElement(node) ? convertBlock(node, context) : undefined
    if (html === undefined) inline.push(node)
    else {
      endParagraph()
      blocks.push(html)
    }
  }
  endParagraph()
  return blocks.join('')
}

/** Returns undefined for text and inline elements. */
function convertBlock(element: Element, context: TextContext): string | undefined {
  const special = context.readSpecial?.(element, context) ?? readWidget(element, context)
  if (special !== undefined) return special
  const name = element.localName
  if (TEXT_BLOCKS.has(name)) return convertLine(name, element.childNodes, context)
  if (STRUCTURES.has(name)) return writeStructure(element, context) + hoistedMedia(element, context)
  if (name === 'figure') return convertFigure(element, context)
  if (name === 'picture') return convertChildren(element, context)
  if (MEDIA.has(name)) return imageTextOf(element) ? undefined : convertMedia(element, context)
  if (name === 'hr') return '<hr>'
  if (name === 'details') return convertDetails(element, context)
  if (name === 'form' && element.querySelector('input, select, textarea'))
    return loseElement(element, context)
  if (CONTAINERS.has(name)) return convertChildren(element, context)
  if (LOST.has(name)) return loseElement(element, context)
  if (DROPPED.has(name)) return ''
  // Such as a link around a heading or an image.
  const hasBlocks = element.querySelector(BLOCK_SELECTOR)
  return hasBlocks && !imageTextOf(element.querySelector('img'))
    ? convertChildren(element, context)
    : undefined
}

/** Reads the elements that embed scripts of other sites replace. */
function readWidget(element: Element, context: TextContext): string | undefined {
  const { localName } = element
  if (localName !== 'blockquote' && localName !== 'div' && localName !== 'a') return undefined
  const classes = element.getAttribute('class') ?? ''
  if (
    !/twitter-(?:tweet|video)|instagram-media|tiktok-embed|bluesky-embed|fb-(?:post|video)|flourish-embed/.test(
      classes,
    )
  )
    return undefined
  const links = [...element.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? '')
  const address = [
    element.getAttribute('data-instgrm-permalink') ?? '',
    element.getAttribute('cite') ?? '',
    element.getAttribute('data-href') ?? '',
    ...links.toReversed(),
  ].find((address) => embedHtml(withScheme(address)) !== null)
  if (address === undefined) return undefined
  return convertEmbed(address, context)
}

/** Returns an embed, or a link if its provider is not supported. */
export function convertEmbed(given: string, { linkAddress, lose }: TextContext): string {
  const address = unwrapEmbed(withScheme(given.trim()))
  const embed = embedHtml(address)
  if (embed !== null) return embed
  if (!address) return ''
  lose('embeds that become links', address)
  return paragraphHtml(linkHtml(linkAddress(address), escapeHtml(address)))
}

/** Returns the address of the player that Embedly wraps. */
function unwrapEmbed(address: string): string {
  const url = /\bembedly\.com\//.test(address) ? URL.parse(address) : null
  const inner = url?.searchParams.get('src') ?? url?.searchParams.get('url')
  return inner ? withScheme(inner) : address
}

/** Writes a paragraph or a heading. Its images and recordings follow it, or replace it if it has no text. */
function convertLine(name: string, nodes: Iterable<Node>, context: TextContext): string {
  const html: string[] = []
  const media: string[] = []
  for (const node of nodes) {
    html.push(writeNode(node, context))
    if (isElement(node))
      media.push(MEDIA.has(node.localName) ? mediaHtml(node, context) : hoistedMedia(node, context))
  }
  const text = trimBreaks(html.join(''))
  const tag = name === 'h1' ? 'h2' : name
  return (hasText(text) ? `<${tag}>${text}</${tag}>` : '') + media.join('')
}

/** Returns the blocks of figures, images and recordings in an element that cannot hold them. */
function hoistedMedia(element: Element, context: TextContext): string {
  const found = [...element.querySelectorAll(MEDIA_SELECTOR)].filter((one) => {
    const figure = one.parentElement?.closest('figure')
    return !(figure && element.contains(figure)) && (one.localName !== 'figure' || hasMedia(one))
  })
  return found
    .map((one) => (one.localName === 'figure' ? convertFigure(one, context) : mediaHtml(one, context)))
    .join('')
}

function mediaHtml(element: Element, context: TextContext): string {
  return imageTextOf(element) ? '' : convertMedia(element, context)
}

function convertMedia(element: Element, context: TextContext): string {
  switch (element.localName) {
    case 'img': {
      const image = readImage(element, context)
      return image ? imageHtml(image) : ''
    }
    case 'video':
    case 'audio':
      return convertRecording(element, '', context)
    default:
      return convertEmbed(element.getAttribute('src') || element.getAttribute('data-src') || '', context)
  }
}

/** Reads an image; undefined for a tracking pixel, and without an address. */
export function readImage(image: Element, context: TextContext): TextImage | undefined {
  const address = addressOfMedia(image)
  if (!address || isPixel(image)) return undefined
  if (/^data:/i.test(address) && !/^data:image\/(?:png|jpe?g|gif|webp|avif);base64,/i.test(address)) {
    context.lose('drawings (SVG)', address)
    return undefined
  }
  const link = image.closest('a')?.getAttribute('href') ?? ''
  if (link && !/\.(?:jpe?g|png|gif|webp|avif|heic)(?:[?#]|$)/i.test(link) && !link.includes('/image/fetch/'))
    context.lose('links on images', link)
  return { address: context.fileAddress(withScheme(address)), alt: image.getAttribute('alt') || null }
}

function convertFigure(figure: Element, context: TextContext): string {
  const caption = captionOf(figure, context)
  const isQuote = /pull-?quote/i.test(figure.getAttribute('class') ?? '')
  if (isQuote) return pullQuoteHtml(convertChildren(figure, context))
  const recording = figure.querySelector('video, audio')
  if (recording) return convertRecording(recording, caption, context)
  const images = readImages(figure, context)
  const rest = figure.querySelector(FIGURE_TEXT_SELECTOR)
  if (images.length === 0 || rest) {
    if (figure.querySelector('table') && images.length === 0) return writeStructure(figure, context)
    return withoutCaption(figure, context) + paragraphHtml(caption)
  }
  const [only] = images
  if (images.length > 1 || !only) return galleryHtml(images, caption)
  return imageHtml({ ...only, caption, isWide: isWideFigure(figure) })
}

/** Reads the images of a figure or a gallery. */
export function readImages(element: Element, context: TextContext): TextImage[] {
  return [...element.querySelectorAll('img')].flatMap((image) => {
    const read = readImage(image, context)
    const figure = image.closest('figure')
    const caption =
      figure && figure !== element && !figure.contains(element) ? captionOf(figure, context) : ''
    return read ? { ...read, ...(caption && { caption }) } : []
  })
}

function isWideFigure(figure: Element): boolean {
  return /(?:^|[\s-])(?:wide|full|alignwide|alignfull|layoutFillWidth|layoutOutsetCenter)(?:\s|$)/.test(
    figure.getAttribute('class') ?? '',
  )
}

/** Returns the caption of a figure, with inline elements. */
export function captionOf(figure: Element, context: TextContext): string {
  const captions = [...figure.querySelectorAll('figcaption')].filter(
    (one) => one.closest('figure') === figure,
  )
  return captions
    .map((caption) => trimBreaks(writeInline(caption, context)))
    .filter(hasText)
    .join('<br>')
}

function withoutCaption(figure: Element, context: TextContext): string {
  const copy = figure.cloneNode(true) as Element
  for (const caption of copy.querySelectorAll('figcaption')) caption.remove()
  return convertChildren(copy, context)
}

function convertRecording(recording: Element, caption: string, context: TextContext): string {
  const source = addressOfMedia(recording)
  if (!source) return paragraphHtml(caption)
  const [width, height] = ['width', 'height'].map((side) => Number(recording.getAttribute(side)) || undefined)
  const poster = recording.getAttribute('poster')
  return recordingHtml({
    kind: recording.localName === 'audio' ? 'audio' : 'video',
    address: context.fileAddress(withScheme(source)),
    caption,
    ...(poster && { poster: context.fileAddress(withScheme(poster)) }),
    ...(width && height && { width, height }),
  })
}

function convertDetails(details: Element, context: TextContext): string {
  const summary = [...details.children].find(({ localName }) => localName === 'summary')
  const heading = summary ? trimBreaks(writeInline(summary, context)) : ''
  const copy = details.cloneNode(true) as Element
  copy.querySelector('summary')?.remove()
  return boxHtml(heading, convertChildren(copy, context), context)
}

/** Writes a fact box with the paragraphs, headings and lists of the content. All other elements follow it. */
export function boxHtml(heading: string, content: string, { parseHtml }: TextContext): string {
  let [inside, after] = ['', '']
  for (const { localName, outerHTML } of parseHtml(content).children)
    if (/^(?:p|h[2-6]|ul|ol)$/.test(localName)) inside += outerHTML
    else after += outerHTML
  return factBoxHtml(heading, inside) + after
}

function writeStructure(element: Element, context: TextContext): string {
  if (!hasText(element.innerHTML)) return ''
  if (element.localName === 'pre') return `<pre>${writeInline(element, context)}</pre>`
  return writeNode(element, context)
}
