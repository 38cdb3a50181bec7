import { Node } from '@tiptap/core'
import { ListChecks } from 'lucide-react'
import { type Block, FIGURE } from './block.ts'

export const factBox: Block = {
  label: 'Fact box',
  Icon: ListChecks,
  extensions: [
    Node.create({
      ...FIGURE,
      name: 'factBox',
      content: '(paragraph | heading | bulletList | orderedList)+',
      parseHTML: () => [{ tag: 'aside.fact-box' }],
      renderHTML: () => ['aside', { class: 'fact-box' }, 0],
    }),
  ],
  initial: {
    type: 'factBox',
    content: [{ type: 'heading', attrs: { level: 2 } }, { type: 'paragraph' }],
  },
  markup: { aside: { classes: ['fact-box'] } },
}
