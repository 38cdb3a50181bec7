import { parseJson } from '#kernel/parameters.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { bookmarkHtml, galleryHtml, linkHtml, paragraphHtml, pullQuoteHtml } from './block-html.ts'
import { convertChildren, convertEmbed } from './convert-html.ts'
import type { TextContext } from './inline-html.ts'
import { isObject, type SourceRow, textOf } from './source-values.ts'

type Reader = (element: Element, attributes: SourceRow, context: TextContext) => string

const leave = (what: string): Reader => {
  return (element, { url }, { lose }) => {
    lose(what, element.textContent?.trim() || textOf(url))
    return ''
  }
}

const embedAt =
  (address: (attributes: SourceRow) => string): Reader =>
  (element, attributes, context) =>
    convertEmbed(address(attributes) || (element.querySelector('a')?.getAttribute('href') ?? ''), context)

/** Readers of Substack's elements. The first selector that matches wins. */
const READERS: readonly (readonly [selector: string, read: Reader])[] = [
  [
    '.subscription-widget-wrap, .subscription-widget-wrap-editor, .subscription-widget',
    leave('sign-up forms'),
  ],
  ['.image-gallery-embed', readGallery],
  [
    '.youtube-wrap',
    embedAt(({ videoId }) => textOf(videoId) && `https://www.youtube.com/watch?v=${textOf(videoId)}`),
  ],
  ['.vimeo-wrap', embedAt(({ videoId }) => textOf(videoId) && `https://vimeo.com/${textOf(videoId)}`)],
  [
    '.instagram',
    embedAt(
      ({ instagram_id }) => textOf(instagram_id) && `https://www.instagram.com/p/${textOf(instagram_id)}/`,
    ),
  ],
  [
    '.tweet, .twitter-embed, .tiktok-wrap, .spotify-wrap, .soundcloud-wrap, .apple-podcast-container, .datawrapper-wrap, .bluesky-wrap',
    embedAt(({ url }) => textOf(url).split('?')[0] ?? ''),
  ],
  ['.embedded-post-wrap, .digest-post-embed', readPost],
  ['.embedded-publication-wrap', readPublication],
  ['.button-wrapper', readButton],
  ['.file-embed-wrapper', readFile],
  ['.footnote', readFootnote],
  ['.pullquote', (element, _, context) => pullQuoteHtml(convertChildren(element, context))],
  ['.paywall-jump, .paywall', leave('paywall lines')],
  ['.poll-embed', leave('polls')],
  [
    '.community-chat, .directMessage, .install-substack-app-embed, .captioned-button-wrap',
    leave('buttons of Substack'),
  ],
  ['.native-audio-embed, .native-video-embed, .podcast-wrap', leave('recordings that the export lacks')],
  ['.comment', leave('comments')],
  [
    '.latex-rendered',
    (_, { persistentExpression }) =>
      paragraphHtml(`<code>${escapeHtml(textOf(persistentExpression))}</code>`),
  ],
]

/** Reads the elements of Substack's editor. */
export function readSubstackElement(element: Element, context: TextContext): string | undefined {
  if (!element.hasAttribute('class')) return undefined
  const read = READERS.find(([selector]) => element.matches(selector))?.[1]
  return read?.(element, readAttributes(element), context)
}

function readAttributes(element: Element): SourceRow {
  const text = element.getAttribute('data-attrs') ?? ''
  const attributes = parseJson(text) ?? parseJson(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
  return isObject(attributes) ? attributes : {}
}

function readGallery(_: Element, { gallery }: SourceRow, context: TextContext): string {
  const { images, caption, alt } = isObject(gallery) ? gallery : {}
  const shown = (Array.isArray(images) ? images.filter(isObject) : []).filter(({ src }) => textOf(src))
  return galleryHtml(
    shown.map(({ src }) => ({
      address: context.fileAddress(textOf(src)),
      alt: shown.length === 1 ? textOf(alt) || null : null,
    })),
    escapeHtml(textOf(caption)),
  )
}

function readPost(element: Element, attributes: SourceRow, context: TextContext): string {
  const { url, canonical_url, title, caption, truncated_body_text } = attributes
  const address =
    textOf(canonical_url) || textOf(url) || (element.querySelector('a')?.getAttribute('href') ?? '')
  if (!address) return convertChildren(element, context)
  return bookmarkHtml({
    address: context.linkAddress(address),
    title: textOf(title),
    description: textOf(caption) || textOf(truncated_body_text),
  })
}

function readPublication(
  element: Element,
  { base_url, name, hero_text }: SourceRow,
  context: TextContext,
): string {
  if (!textOf(base_url)) return convertChildren(element, context)
  return bookmarkHtml({
    address: context.linkAddress(textOf(base_url)),
    title: textOf(name),
    description: textOf(hero_text),
  })
}

/** Buttons to share, subscribe, comment or give a subscription only work on Substack. */
function readButton(element: Element, { url, text }: SourceRow, context: TextContext): string {
  const link = element.querySelector('a')
  const address = textOf(url) || (link?.getAttribute('href') ?? '')
  const label = textOf(text) || (link?.textContent?.trim() ?? '')
  if (!address || /^%%|[?&](?:action=share|gift=true)|\/(?:subscribe|comments)\b/.test(address)) {
    context.lose('buttons of Substack', label)
    return ''
  }
  return paragraphHtml(linkHtml(context.linkAddress(address), escapeHtml(label || address)))
}

function readFile(element: Element, _: SourceRow, context: TextContext): string {
  const address = element.querySelector('a.file-embed-button, a[href]')?.getAttribute('href') ?? ''
  const title = element.querySelector('.file-embed-details-h1')?.textContent?.trim() ?? ''
  context.lose('files for download, which stay at the source', address)
  return paragraphHtml(linkHtml(context.linkAddress(address), escapeHtml(title || address)))
}

function readFootnote(element: Element, _: SourceRow, context: TextContext): string {
  const number = element.querySelector('.footnote-number')?.textContent?.trim() ?? ''
  const content = element.querySelector('.footnote-content') ?? element
  const html = convertChildren(content, context)
  return html.startsWith('<p>')
    ? html.replace('<p>', `<p>${escapeHtml(number)} `)
    : paragraphHtml(escapeHtml(number)) + html
}
