import { Node } from '@tiptap/core'
import { ListChecks } from 'lucide-react'
import { phrase } from '#kernel/text/phrase.ts'
import { type Block, FIGURE } from './block.ts'
import { EMAIL_PAPER, writeEmailBox, writeEmailFigure } from './email-form.ts'
import { hasClass } from './email-tree.ts'

export const factBox: Block = {
  label: () => phrase('Fact box'),
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
  writeEmail(element, email) {
    if (!hasClass(element, 'fact-box')) return undefined
    const style = `padding:16px 20px;background-color:${EMAIL_PAPER};border-top:3px solid ${email.accent}`
    return writeEmailFigure(writeEmailBox(email.write(element.children), style, email))
  },
}
