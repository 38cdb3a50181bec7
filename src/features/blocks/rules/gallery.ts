import { Node } from '@tiptap/core'
import { Images } from 'lucide-react'
import { type Block, FIGURE } from './block.ts'
import { image } from './image.ts'

export const gallery: Block = {
  label: 'Gallery',
  Icon: Images,
  extensions: [
    Node.create({
      ...FIGURE,
      name: 'gallery',
      content: 'image+',
      parseHTML: () => [{ tag: 'div.gallery' }],
      renderHTML: () => ['div', { class: 'gallery' }, 0],
    }),
  ],
  initial: { type: 'gallery', content: [image.initial] },
  markup: { div: { classes: ['gallery'] } },
}
