import { Node } from '@tiptap/core'
import { MessageSquareQuote } from 'lucide-react'
import { type Block, FIGURE } from './block.ts'
import { CAPTION } from './caption.ts'

export const pullQuote: Block = {
  label: 'Pull quote',
  Icon: MessageSquareQuote,
  extensions: [
    Node.create({
      ...FIGURE,
      name: 'pullQuote',
      content: 'paragraph+ caption',
      parseHTML: () => [{ tag: 'figure.pull-quote' }],
      renderHTML: () => ['figure', { class: 'pull-quote' }, 0],
    }),
    CAPTION,
  ],
  initial: { type: 'pullQuote', content: [{ type: 'paragraph' }, { type: 'caption' }] },
  markup: { figure: { classes: ['pull-quote'] } },
}
