type Clipboard = Pick<DataTransfer, 'types' | 'files' | 'getData'>

/** Finds an image copied alone. Office programs add an image to copied text, which is ignored. */
export function findPastedImage(clipboard: Clipboard): File | undefined {
  if (clipboard.types.includes('text/plain')) return undefined
  return [...clipboard.files].find(({ type }) => type.startsWith('image/'))
}

/** A batch of steps with more could be too large (step-limits.ts). */
export const MAX_PASTED_CHARACTERS = 300_000

/** They only suggest line breaks, and hide words from searches. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g

export function removeInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}

/** Attribute of what the editor copies. Other editors use ProseMirror too. */
export const OWN_COPY = 'data-masthead-copy'

/** Content that `cleanPastedHtml` does not keep, and its outcome. */
const LOSSES = [
  {
    tag: /<img\b/i,
    name: 'images',
    outcome: 'Copy the images themselves, or drop their files into the text.',
  },
  {
    tag: /<(?:iframe|embed|object|video|audio)\b/i,
    name: 'embedded players',
    outcome: 'Add a link to what they showed.',
  },
  { tag: /<math\b/i, name: 'formulas', outcome: 'Type the formulas again.' },
  {
    tag: /<(?:s|strike|del)\b|\bline-through\b|\bmsoDel\b/i,
    name: 'struck-out text',
    outcome: 'Text that was crossed out is left out.',
  },
  {
    tag: /<sup\b[^<>]*\breference\b/i,
    name: 'reference marks',
    outcome: 'Marks such as [1] are left out.',
  },
]

export function describeLosses(clipboard: Clipboard): { title: string; text: string } | undefined {
  const html = clipboard.getData('text/html')
  if (html.includes(OWN_COPY)) return undefined
  const lost = LOSSES.filter(({ tag }) => tag.test(html))
  if (lost.length === 0) return undefined
  const names = new Intl.ListFormat('en-GB').format(lost.map(({ name }) => name))
  return {
    title: `Pasted without ${names}`,
    text: lost.map(({ outcome }) => outcome).join(' '),
  }
}
