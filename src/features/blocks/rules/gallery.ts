import { Node } from '@tiptap/core'
import { Images } from 'lucide-react'
import { phrase } from '#kernel/text/phrase.ts'
import { type Block, FIGURE } from './block.ts'
import { hasClass } from './email-tree.ts'
import { image } from './image.ts'

export const gallery: Block = {
  label: () => phrase('Gallery'),
  Icon: Images,
  extensions: [
    Node.create({
      ...FIGURE,
      name: 'gallery',
      // The editor cannot create the image that it would need.
      content: 'image*',
      parseHTML: () => [{ tag: 'div.gallery' }],
      renderHTML: () => ['div', { class: 'gallery' }, 0],
    }),
  ],
  initial: { type: 'gallery', content: [image.initial] },
  writeHtml: {
    gallery: (_, images) => (images.length > 0 ? `<div class="gallery">${images.join('')}</div>` : ''),
  },
  markup: { div: { classes: ['gallery'] } },
  writeEmail: (element, email) => (hasClass(element, 'gallery') ? email.write(element.children) : undefined),
}
