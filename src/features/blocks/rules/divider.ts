import { Node } from '@tiptap/core'
import { Minus } from 'lucide-react'
import { type Block, FIGURE } from './block.ts'

export const divider: Block = {
  label: 'Divider',
  Icon: Minus,
  extensions: [
    Node.create({
      ...FIGURE,
      name: 'divider',
      atom: true,
      parseHTML: () => [{ tag: 'hr' }],
      renderHTML: () => ['hr'],
    }),
  ],
  initial: { type: 'divider' },
}
