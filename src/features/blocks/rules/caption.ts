import { Node } from '@tiptap/core'

/** A caption that is typed where it stands. */
export const CAPTION = Node.create({
  name: 'caption',
  content: 'inline*',
  defining: true,
  isolating: true,
  parseHTML: () => [{ tag: 'figcaption' }, { tag: 'caption' }],
  renderHTML: () => ['figcaption', 0],
})
