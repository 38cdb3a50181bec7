type Clipboard = Pick<DataTransfer, 'types' | 'files' | 'getData'>

/** Finds an image that was copied alone. Office applications add an image to copied text, which is ignored. */
export function findPastedImage(clipboard: Clipboard): File | undefined {
  if (clipboard.types.includes('text/plain')) return undefined
  return [...clipboard.files].find(({ type }) => type.startsWith('image/'))
}

/** A batch of steps with more could be too large (step-limits.ts). */
export const MAX_PASTED_CHARACTERS = 300_000

/** Characters that only suggest line breaks, and keep searches from finding the words around them. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g

export function removeInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}

/** Attribute of what the editor copies. Other editors use ProseMirror too. */
export const OWN_COPY = 'data-masthead-copy'
