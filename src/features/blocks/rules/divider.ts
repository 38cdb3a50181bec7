import { Node } from '@tiptap/core'
import { Minus } from 'lucide-react'
import { phrase } from '#kernel/text/phrase.ts'
import { type Block, FIGURE } from './block.ts'
import { EMAIL_RULE } from './email-form.ts'

export const divider: Block = {
  label: () => phrase('Divider'),
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
  writeEmail: ({ name }) =>
    name === 'hr' ? `<hr style="margin:6px 0 24px;border:0;border-top:1px solid ${EMAIL_RULE}">` : undefined,
}
