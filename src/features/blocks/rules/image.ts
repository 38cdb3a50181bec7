import { type JSONContent, Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { Image } from 'lucide-react'
import { TEXT_LIMITS } from '#features/media/rules/file-form.ts'
import type { ChosenFile } from '#features/media/rules/library-file.ts'
import { uploadMediaPath, uploadNameOf } from '#features/media/rules/variant.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { attribute, type Block, FIGURE, isTextUpTo } from './block.ts'
import {
  readEmailCaption,
  type WriteEmail,
  writeEmailCaption,
  writeEmailFigure,
  writeEmailImage,
  writeImageTag,
} from './email-form.ts'
import { childNamed, hasClass } from './email-tree.ts'
import { writeHtml } from './write-html.ts'

const LAYOUTS = ['column', 'wide'] as const
/** Pixels. */
const MAX_SIDE = 100_000

export const isSide = (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= MAX_SIDE

/** Its text is the caption. */
const ImageFigure = Node.create({
  ...FIGURE,
  name: 'image',
  content: 'inline*',
  addAttributes: () => ({
    src: attribute((value) => typeof value === 'string' && uploadNameOf(value) !== undefined),
    width: attribute(isSide),
    height: attribute(isSide),
    alt: attribute(isTextUpTo(TEXT_LIMITS.alt), ''),
    isDecorative: attribute((value) => typeof value === 'boolean', false),
    credit: attribute(isTextUpTo(TEXT_LIMITS.credit), ''),
    layout: attribute((value) => LAYOUTS.some((one) => one === value), 'column'),
  }),
  parseHTML: () => [
    {
      tag: 'figure',
      priority: 60,
      getAttrs: readFigure,
      contentElement: captionElement,
    },
  ],
  renderHTML: ({ node: { attrs } }) => [
    'figure',
    { class: attrs.layout === 'wide' ? 'wide' : null, 'data-credit': attrs.credit || null },
    ['img', imageAttributes(attrs)],
    ['figcaption', 0],
  ],
  addNodeView:
    () =>
    ({ node }) =>
      showFigure(node),
})

/** Finds what `writeCaption` writes. */
export function captionElement(figure: HTMLElement): HTMLElement {
  return (
    figure.querySelector<HTMLElement>('figcaption > span') ??
    figure.querySelector<HTMLElement>('figcaption') ??
    figure.ownerDocument.createElement('figcaption')
  )
}

/** @param caption HTML */
export function writeCaption(caption: string, credit: string): string {
  const texts = [caption && `<span>${caption}</span>`, credit && `<cite>${escapeHtml(credit)}</cite>`]
  return caption || credit ? `<figcaption>${texts.filter(Boolean).join(' ')}</figcaption>` : ''
}

/** Shows a small version of the image: the address that is stored is of the whole file. */
function showFigure(node: DocumentNode) {
  const dom = document.createElement('figure')
  const image = dom.appendChild(document.createElement('img'))
  const contentDOM = dom.appendChild(document.createElement('figcaption'))
  function update({ type, attrs }: DocumentNode): boolean {
    if (type.name !== node.type.name) return false
    const upload = uploadNameOf(attrs.src) ?? ''
    const src = uploadMediaPath({ upload, ratio: 'full', width: 960, format: 'webp' })
    if (image.getAttribute('src') !== src) image.src = src
    image.width = attrs.width
    image.height = attrs.height
    image.alt = attrs.alt
    dom.classList.toggle('wide', attrs.layout === 'wide')
    contentDOM.dataset.credit = attrs.credit
    return true
  }
  update(node)
  return { dom, contentDOM, update }
}

/** Without alternative text, the publish check asks for it; a decorative image has an empty one. */
function imageAttributes({ src, width, height, alt, isDecorative }: DocumentNode['attrs']) {
  return { src, alt: isDecorative ? '' : alt || null, width, height }
}

/** Only of images of the library: other images are not shown to readers. */
function readFigure(figure: HTMLElement) {
  const image = figure.querySelector('img')
  const isAlone = image && figure.querySelectorAll('img, table, figure').length === 1
  const [width, height] = ['width', 'height'].map((side) => Number(image?.getAttribute(side)))
  const src = image?.getAttribute('src') ?? ''
  if (!isAlone || !uploadNameOf(src) || !isSide(width) || !isSide(height)) return false
  const credit =
    figure.querySelector('figcaption > cite')?.textContent ?? figure.getAttribute('data-credit') ?? ''
  return {
    src,
    width,
    height,
    alt: (image.getAttribute('alt') ?? '').slice(0, TEXT_LIMITS.alt),
    isDecorative: image.getAttribute('alt') === '',
    credit: credit.slice(0, TEXT_LIMITS.credit),
    layout: figure.classList.contains('wide') ? 'wide' : 'column',
  }
}

function writeImage(node: DocumentNode, [caption = '']: readonly string[]): string {
  const { credit, layout } = node.attrs
  const image = writeHtml(['img', imageAttributes(node.attrs)], '')
  return writeHtml(
    ['figure', { class: layout === 'wide' ? 'wide' : null }, 0],
    image + writeCaption(caption, credit),
  )
}

/** Without an image that is no longer in the library, and its caption. */
const writeEmail: WriteEmail = (element, email) => {
  const isFigure = element.name === 'figure' && !hasClass(element, 'embed')
  const image = element.name === 'img' ? element : isFigure ? childNamed(element, 'img') : undefined
  if (!image) return undefined
  const { src = '', alt = '' } = image.attributes
  const shown = email.images.get(src)
  if (!shown) return ''
  // An image within a text or a link.
  if (image === element) return writeImageTag(shown, alt)
  return writeEmailFigure(
    writeEmailImage(shown, { alt, pageUrl: email.pageUrl }) +
      writeEmailCaption(readEmailCaption(element, email)),
  )
}

/** Returns the block of an image of the library, with its caption. */
export function imageContent({
  src,
  width,
  height,
  alt,
  isDecorative,
  caption,
  credit,
}: ChosenFile): JSONContent {
  return {
    type: 'image',
    attrs: { src, width, height, alt, isDecorative, credit },
    ...(caption && { content: [{ type: 'text', text: caption }] }),
  }
}

export const image: Block = {
  label: () => phrase('Image'),
  Icon: Image,
  extensions: [ImageFigure],
  initial: {
    type: 'image',
    attrs: { src: '/storage/article-images/image.jpg', width: 1_600, height: 1_067 },
  },
  settings: [
    { kind: 'text', attribute: 'alt', label: () => phrase('Alternative text'), maxLength: TEXT_LIMITS.alt },
    { kind: 'toggle', attribute: 'isDecorative', label: () => phrase('Decorative') },
    { kind: 'text', attribute: 'credit', label: () => phrase('Credit'), maxLength: TEXT_LIMITS.credit },
    {
      kind: 'choice',
      attribute: 'layout',
      label: () => phrase('Width'),
      options: [
        { value: 'column', label: () => phrase('Column') },
        { value: 'wide', label: () => phrase('Wide') },
      ],
    },
  ],
  markup: {
    figure: { classes: ['wide'] },
    img: { attributes: ['src', 'alt', 'width', 'height'] },
    cite: {},
  },
  writeHtml: { image: writeImage },
  writeEmail,
}
