import { Node } from '@tiptap/core'
import { MessageSquareQuote } from 'lucide-react'
import { phrase } from '#kernel/text/phrase.ts'
import { type Block, FIGURE } from './block.ts'
import { CAPTION } from './caption.ts'
import { EMAIL_RULE, writeEmailBox, writeEmailFigure, writeFigcaption } from './email-form.ts'
import { childNamed, hasClass } from './email-tree.ts'

export const pullQuote: Block = {
  label: () => phrase('Pull quote'),
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
  writeEmail(element, email) {
    if (!hasClass(element, 'pull-quote')) return undefined
    const caption = childNamed(element, 'figcaption')
    const quote = email.write(element.children.filter((child) => child !== caption))
    const rule = `1px solid ${EMAIL_RULE}`
    const style = `padding:18px 0;border-top:${rule};border-bottom:${rule};font-size:24px;line-height:32px;color:${email.accent}`
    return writeEmailFigure(
      writeEmailBox(
        `<blockquote style="margin:0">${quote}</blockquote>${writeFigcaption(caption, email)}`,
        style,
        email,
      ),
    )
  },
}
