import { formatBytes } from '#kernel/format-bytes.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { bookmarkHtml, galleryHtml, imageHtml, linkHtml, paragraphHtml, recordingHtml } from './block-html.ts'
import { boxHtml, convertEmbed, convertHtml } from './convert-html.ts'
import { convertInline, type TextContext } from './inline-html.ts'
import { markdownToHtml } from './markdown-html.ts'
import { isObject } from './source-values.ts'

/** The addresses that become links. `__GHOST_URL__` stands for the address of the site. */
export const GHOST_LINK = /^(?:https?:|mailto:|tel:|\/(?!\/)|__GHOST_URL__)/i

/** The data of a card, as Lexical and Mobiledoc store it. Anything may be missing or of another type. */
export type CardData = Readonly<Record<string, unknown>>

/** A map, since the names come from the export and objects inherit properties. */
const AUDIENCE_CARDS = new Map([
  ['call-to-action', 'calls to action'],
  ['email', 'parts for emails only'],
  ['email-cta', 'parts for emails only'],
  ['signup', 'sign-up forms'],
])

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const side = (value: unknown) => (typeof value === 'number' && value > 0 ? Math.round(value) : undefined)
const isWide = (data: CardData) => data.cardWidth === 'wide' || data.cardWidth === 'full'

type Writer = (data: CardData, context: TextContext) => string

/** By the name of a card in Ghost 4 to 6 (TryGhost/Koenig, kg-default-nodes and kg-default-cards). */
const WRITERS: Readonly<Record<string, Writer>> = {
  image(data, context) {
    if (!text(data.src)) return ''
    if (text(data.href)) context.lose('links on images', text(data.href))
    return imageHtml({
      address: context.fileAddress(text(data.src)),
      alt: text(data.alt) || null,
      caption: convertInline(text(data.caption), context),
      isWide: isWide(data),
    })
  },
  gallery(data, context) {
    const images = Array.isArray(data.images) ? data.images.filter(isObject) : []
    const shown = images.filter(({ src }) => text(src))
    return galleryHtml(
      shown.map(({ src, alt, caption }) => ({
        address: context.fileAddress(text(src)),
        alt: text(alt) || null,
        caption: convertInline(text(caption), context),
      })),
      convertInline(text(data.caption), context),
    )
  },
  bookmark(data, context) {
    const metadata = isObject(data.metadata) ? data.metadata : data
    const address = text(data.url) || text(metadata.url)
    return bookmarkHtml({
      address: context.linkAddress(address),
      title: text(metadata.title) || address,
      description: text(metadata.description),
      caption: convertInline(text(data.caption), context),
    })
  },
  embed(data, context) {
    const caption = paragraphHtml(convertInline(text(data.caption), context))
    const [address, html] = [text(data.url), text(data.html)]
    const known = [address, ...sourcesOf(html)].find((one) => one !== '')
    return (known === undefined ? convertHtml(html, context) : convertEmbed(known, context)) + caption
  },
  callout(data, context) {
    const content = text(data.calloutText) || text(data.text)
    const emoji = data.hasEmoji === false ? '' : text(data.calloutEmoji) || text(data.emoji)
    const html = /^\s*<(?:p|ul|ol)\b/.test(content)
      ? convertHtml(content, context)
      : paragraphHtml(convertInline(content, context))
    return boxHtml('', emoji ? html.replace('<p>', `<p>${escapeHtml(emoji)} `) : html, context)
  },
  toggle(data, context) {
    return boxHtml(
      convertInline(text(data.heading), context),
      convertHtml(text(data.content), context),
      context,
    )
  },
  button: (data, context) => button(data.buttonText, data.buttonUrl, context),
  html: (data, context) => convertHtml(text(data.html), context),
  markdown: (data, context) => convertHtml(markdownToHtml(text(data.markdown)), context),
  file(data, context) {
    const [address, name] = [text(data.src), text(data.fileTitle) || text(data.fileName)]
    if (!address) return ''
    context.lose('files for download, which stay at the source', address)
    const size = side(data.fileSize)
    const link = linkHtml(context.linkAddress(address), escapeHtml(name || address))
    const caption = escapeHtml(text(data.fileCaption))
    return paragraphHtml(`${link}${size ? ` (${formatBytes(size)})` : ''}${caption && `<br>${caption}`}`)
  },
  audio(data, context) {
    if (!text(data.src)) return ''
    const title = text(data.title) || text(data.caption)
    return recordingHtml({
      kind: 'audio',
      address: context.fileAddress(text(data.src)),
      caption: convertInline(title, context),
    })
  },
  video(data, context) {
    if (!text(data.src)) return ''
    const poster = text(data.customThumbnailSrc) || text(data.thumbnailSrc)
    const [width, height] = [side(data.width), side(data.height)]
    return recordingHtml({
      kind: 'video',
      address: context.fileAddress(text(data.src)),
      caption: convertInline(text(data.caption), context),
      ...(poster && { poster: context.fileAddress(poster) }),
      ...(width && height && { width, height }),
    })
  },
  header(data, context) {
    const heading = convertInline(text(data.header) || text(data.heading), context)
    const line = paragraphHtml(convertInline(text(data.subheader) || text(data.subheading), context))
    const image = text(data.backgroundImageSrc)
    const shown = image ? imageHtml({ address: context.fileAddress(image), alt: null, isWide: true }) : ''
    const isShown = data.buttonEnabled !== false && text(data.buttonUrl)
    return (
      shown +
      (heading && `<h2>${heading}</h2>`) +
      line +
      (isShown ? button(data.buttonText, data.buttonUrl, context) : '')
    )
  },
  product(data, context) {
    const image = text(data.productImageSrc)
    const shown = image ? imageHtml({ address: context.fileAddress(image), alt: null }) : ''
    const rating = data.productRatingEnabled ? side(data.productStarRating) : undefined
    const stars = rating ? paragraphHtml(`${Math.min(rating, 5)} of 5 stars`) : ''
    const hasButton = data.productButtonEnabled !== false && text(data.productUrl)
    const content =
      stars +
      convertHtml(text(data.productDescription), context) +
      (hasButton ? button(data.productButton, data.productUrl, context) : '')
    return shown + boxHtml(convertInline(text(data.productTitle), context), content, context)
  },
  code(data, context) {
    const caption = paragraphHtml(convertInline(text(data.caption), context))
    return `<pre><code>${escapeHtml(text(data.code))}</code></pre>${caption}`
  },
  hr: () => '<hr>',
  paywall(_, { lose }) {
    lose('paywall lines', 'Text after the line is for members only at the source')
    return ''
  },
  transistor(_, { lose }) {
    lose('podcast players for members', 'Transistor')
    return ''
  },
}

const ALIASES = new Map([
  ['card-markdown', 'markdown'],
  ['codeblock', 'code'],
  ['code-block', 'code'],
  ['divider', 'hr'],
  ['horizontalrule', 'hr'],
])

/** Returns the blocks of a Ghost card. Cards that only work in Ghost are counted as lost. */
export function writeGhostCard(given: string, data: CardData, context: TextContext): string {
  const name = ALIASES.get(given) ?? given
  const writer = Object.hasOwn(WRITERS, name) ? WRITERS[name] : undefined
  if (writer) return writer(data, context)
  const texts = [data.html, data.textValue, data.header].map(text).filter(Boolean)
  context.lose(AUDIENCE_CARDS.get(name) ?? `cards of the kind “${name.slice(0, 40)}”`, texts.join(' '))
  return ''
}

function button(label: unknown, address: unknown, context: TextContext): string {
  const link = text(address)
  return paragraphHtml(linkHtml(link && context.linkAddress(link), escapeHtml(text(label) || link)))
}

function sourcesOf(html: string): string[] {
  return [...html.matchAll(/<iframe\b[^<>]{0,2000}?\ssrc=["']([^"'<>]{1,2000})["']/gi)].map(
    ([, src = '']) => src,
  )
}
