import { Node } from '@tiptap/core'
import type { DOMOutputSpec } from '@tiptap/pm/model'
import { SquarePlay } from 'lucide-react'
import { uploadNameOf } from '#features/media/rules/variant.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { MAX_URL_LENGTH } from '#kernel/web-address.ts'
import { attribute, type Block, FIGURE, isTextUpTo } from './block.ts'
import {
  EMAIL_CARD_WIDTH,
  siteNameHtml,
  type WriteEmail,
  writeEmailCard,
  writeEmailImage,
  writeFigcaption,
  writePageLink,
  writePlayLink,
} from './email-form.ts'
import { childNamed, hasClass } from './email-tree.ts'
import { EMBED_LIMITS, type EmbedText } from './embed-description.ts'
import { EMBED_PROVIDERS, type Embed, parseEmbed } from './embed-providers.ts'
import { writeHtml } from './write-html.ts'

/** `address` is empty until a person has entered it; the other texts are empty, and the sizes 0, until it is described. */
export type EmbedAttributes = EmbedText & {
  address: string
  image: string
  imageWidth: number
  imageHeight: number
}

/** As an upload may have. */
const MAX_SIDE = 10_000

const NO_TEXT: Omit<EmbedAttributes, 'address'> = {
  title: '',
  author: '',
  text: '',
  image: '',
  imageWidth: 0,
  imageHeight: 0,
}

const KINDS: Record<Embed['kind'], string> = {
  video: 'Video',
  audio: 'Audio',
  post: 'Post',
  graphic: 'Graphic',
  map: 'Map',
}

/** The text of the link to the original. */
export function embedLabel({ title, author, text }: EmbedText, { kind, provider, link }: Embed): string {
  if (title) return title
  const isDescribed = author !== '' || text !== '' || kind === 'map'
  return isDescribed ? `${KINDS[kind]} on ${EMBED_PROVIDERS[provider].name}` : link.replace('https://', '')
}

/** The author and the provider, where the label does not name it. */
export function embedCaption(description: EmbedText, embed: Embed): string {
  const { name } = EMBED_PROVIDERS[embed.provider]
  const isNamed = !description.title && embedLabel(description, embed).endsWith(` on ${name}`)
  return [description.author, isNamed ? '' : name].filter(Boolean).join(SEPARATOR)
}

const SEPARATOR = ' · '

/** For copies as plain text: the quotation, and the address below its label. */
function embedPlainText(attributes: EmbedAttributes): string {
  const embed = parseEmbed(attributes.address)
  if (!embed) return ''
  const { title, author, text } = attributes
  const label = title || author || text ? `${embedLabel(attributes, embed)}\n` : ''
  return `${text && `${text}\n\n`}${label}${embed.link}`
}

/** Returns the stored element: a link and a quotation. `showEmbeds` adds the image and the player. */
function writeFigure(attributes: EmbedAttributes): DOMOutputSpec {
  const { address, text, image, imageWidth, imageHeight } = attributes
  const embed = parseEmbed(address)
  if (!embed) return ['figure', { class: 'embed' }]
  const caption = embedCaption(attributes, embed)
  return [
    'figure',
    {
      class: 'embed',
      'data-address': address,
      ...(image && { 'data-image': image, 'data-width': imageWidth, 'data-height': imageHeight }),
    },
    ...(text ? [['blockquote', ...text.split('\n\n').map(writeParagraph)]] : []),
    ['p', ['a', { href: embed.link }, embedLabel(attributes, embed)]],
    ...(caption ? [['figcaption', caption]] : []),
  ]
}

function writeParagraph(text: string): unknown[] {
  return ['p', ...text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [['br'], line]))]
}

/** Reads what {@link writeFigure} writes; false for other figures. */
function readFigure(figure: HTMLElement): EmbedAttributes | false {
  const embed = parseEmbed(figure.getAttribute('data-address') ?? '')
  if (!embed) return false
  const { name } = EMBED_PROVIDERS[embed.provider]
  const caption = figure.querySelector('figcaption')?.textContent ?? ''
  const end = SEPARATOR + name
  const author = caption === name ? '' : caption.endsWith(end) ? caption.slice(0, -end.length) : caption
  const paragraphs = [...figure.querySelectorAll('blockquote p')].map((paragraph) =>
    [...paragraph.childNodes]
      .map(({ nodeName, textContent }) => (nodeName === 'BR' ? '\n' : textContent))
      .join(''),
  )
  const text = paragraphs.join('\n\n')
  const label = figure.querySelector('a')?.textContent ?? ''
  const title = label === embedLabel({ title: '', author, text }, embed) ? '' : label
  return {
    address: embed.address,
    title: title.slice(0, EMBED_LIMITS.title),
    author: author.slice(0, EMBED_LIMITS.author),
    text: text.slice(0, EMBED_LIMITS.text),
    ...readImage(figure),
  }
}

/** Only an image of our own with its size, so that readers load nothing from others. */
export function readImage(figure: {
  getAttribute(name: string): string | null | undefined
}): Pick<EmbedAttributes, 'image' | 'imageWidth' | 'imageHeight'> {
  const image = figure.getAttribute('data-image') ?? ''
  const [imageWidth = 0, imageHeight = 0] = ['data-width', 'data-height'].map((name) =>
    Number(figure.getAttribute(name) ?? 0),
  )
  const isOwn = uploadNameOf(image) !== undefined && isSide(imageWidth) && isSide(imageHeight)
  return isOwn ? { image, imageWidth, imageHeight } : { image: '', imageWidth: 0, imageHeight: 0 }
}

function isSide(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= MAX_SIDE
}

/** The image and the words of the card, with links to the original and to the article, which plays or shows it. */
const writeEmail: WriteEmail = (element, email) => {
  if (!hasClass(element, 'embed')) return undefined
  const { attributes, children } = element
  const caption = childNamed(element, 'figcaption')
  // Posts of live coverage contain the image itself.
  const shown = childNamed(element, 'img')
  const image = email.images.get(attributes['data-image'] ?? shown?.attributes.src ?? '')
  const parsed = parseEmbed(attributes['data-address'] ?? '')
  const alt = parsed ? EMBED_PROVIDERS[parsed.provider].name : ''
  const kind = parsed?.kind
  return writeEmailCard(
    (image ? writeEmailImage(image, { alt, pageUrl: email.pageUrl }, EMAIL_CARD_WIDTH) : '') +
      `<div style="margin:${image ? 8 : 0}px 0 0">${email.write(children.filter((child) => child !== caption && child !== shown))}</div>` +
      writeFigcaption(caption, email) +
      (kind === 'audio' || kind === 'video'
        ? writePlayLink(kind, email)
        : writePageLink(phraseHtml('See it on {name}', { name: siteNameHtml(email) }), email)),
    email,
  )
}

export const embed: Block = {
  label: () => phrase('Embed'),
  Icon: SquarePlay,
  extensions: [
    Node.create({
      ...FIGURE,
      name: 'embed',
      atom: true,
      addAttributes: () => ({
        address: attribute(
          (value) => isTextUpTo(MAX_URL_LENGTH)(value) && parseEmbed(String(value))?.address === value,
          '',
        ),
        title: attribute(isTextUpTo(EMBED_LIMITS.title), ''),
        author: attribute(isTextUpTo(EMBED_LIMITS.author), ''),
        text: attribute(isTextUpTo(EMBED_LIMITS.text), ''),
        image: attribute((value) => typeof value === 'string' && uploadNameOf(value) !== undefined, ''),
        imageWidth: attribute(isSide, 0),
        imageHeight: attribute(isSide, 0),
      }),
      parseHTML: () => [{ tag: 'figure.embed', priority: 60, getAttrs: readFigure }],
      renderHTML: ({ node }) => writeFigure(node.attrs as EmbedAttributes),
    }),
  ],
  initial: { type: 'embed', attrs: { address: '', ...NO_TEXT } },
  plainText: (attributes) => embedPlainText(attributes as EmbedAttributes),
  // Nothing is published until there is an address.
  writeHtml: {
    embed: ({ attrs }) => (attrs.address ? writeHtml(writeFigure(attrs as EmbedAttributes), '') : ''),
  },
  writeEmail,
  markup: {
    figure: { classes: ['embed'], attributes: ['data-address', 'data-image', 'data-width', 'data-height'] },
  },
}
