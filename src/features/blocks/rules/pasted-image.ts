import { Node } from '@tiptap/core'
import { ImageDown } from 'lucide-react'
import { TEXT_LIMITS } from '#features/media/rules/file-form.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { isUuid } from '#kernel/uuid.ts'
import { MAX_URL_LENGTH, webAddress } from '#kernel/web-address.ts'
import { attribute, type Block, FIGURE, isTextUpTo } from './block.ts'

/**
 * `id` is that of the image in the library once it is loaded. `address` is empty for an image that was pasted without one; only
 * the person who pasted it can upload it.
 */
export type PastedImageAttributes = { id: string; address: string; alt: string; credit: string }

function isAddress(text: string): boolean {
  return text === '' || (text.length <= MAX_URL_LENGTH && webAddress(text) !== null)
}

function readFigure(figure: HTMLElement): PastedImageAttributes | false {
  const read = (name: string) => figure.getAttribute(`data-${name}`) ?? ''
  const [id, address] = [read('id'), read('address')]
  if (!isUuid(id) || !isAddress(address)) return false
  return {
    id,
    address,
    alt: read('alt').slice(0, TEXT_LIMITS.alt),
    credit: read('credit').slice(0, TEXT_LIMITS.credit),
  }
}

/**
 * An image of pasted text until the library has it (admin/pasted-images.ts). Its text is the caption. Readers see nothing of
 * it: the sanitiser removes figures that have a caption only.
 */
export const pastedImage: Block = {
  label: () => phrase('Pasted image'),
  Icon: ImageDown,
  isPastedOnly: true,
  writeEmail: () => undefined,
  extensions: [
    Node.create({
      ...FIGURE,
      name: 'pastedImage',
      content: 'inline*',
      addAttributes: () => ({
        id: attribute((value) => typeof value === 'string' && isUuid(value)),
        address: attribute((value) => typeof value === 'string' && isAddress(value), ''),
        alt: attribute(isTextUpTo(TEXT_LIMITS.alt), ''),
        credit: attribute(isTextUpTo(TEXT_LIMITS.credit), ''),
      }),
      parseHTML: () => [
        {
          tag: 'figure.pasted-image',
          priority: 70,
          getAttrs: readFigure,
          contentElement: (figure) =>
            figure.querySelector<HTMLElement>('figcaption') ??
            figure.ownerDocument.createElement('figcaption'),
        },
      ],
      renderHTML: ({ node: { attrs } }) => [
        'figure',
        {
          class: 'pasted-image',
          'data-id': attrs.id,
          'data-address': attrs.address || null,
          'data-alt': attrs.alt || null,
          'data-credit': attrs.credit || null,
        },
        ['figcaption', 0],
      ],
    }),
  ],
  initial: {
    type: 'pastedImage',
    attrs: { id: '00000000-0000-4000-8000-000000000000', address: 'https://example.org/image.jpg' },
  },
}
