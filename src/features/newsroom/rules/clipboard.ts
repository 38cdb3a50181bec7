type Clipboard = Pick<DataTransfer, 'types' | 'files' | 'getData'>

/** Finds an image copied alone. Office programs add an image to copied text, which is ignored. */
export function findPastedImage(clipboard: Clipboard): File | undefined {
  if (clipboard.types.includes('text/plain')) return undefined
  return [...clipboard.files].find(({ type }) => type.startsWith('image/'))
}

/** An update of a document with more could be too large (update-limits.ts). */
export const MAX_PASTED_CHARACTERS = 300_000

/** Content that rich text does not support, and its outcome. */
const LOSSES = [
  { tag: /<img\b/i, name: 'images', outcome: 'You can add one lead image to the article.' },
  { tag: /<table\b/i, name: 'tables', outcome: 'Table cells became paragraphs.' },
  {
    tag: /<su[bp]\b/i,
    name: 'superscript and subscript',
    outcome: 'Superscript and subscript became normal text.',
  },
]

export function describeLosses(clipboard: Clipboard): { title: string; text: string } | undefined {
  const html = clipboard.getData('text/html')
  const lost = LOSSES.filter(({ tag }) => tag.test(html))
  if (lost.length === 0) return undefined
  const names = new Intl.ListFormat('en-GB').format(lost.map(({ name }) => name))
  return {
    title: `Pasted without ${names}`,
    text: ['They are not supported in the text yet.', ...lost.map(({ outcome }) => outcome)].join(' '),
  }
}
