type Clipboard = Pick<DataTransfer, 'types' | 'files' | 'getData'>

/** Finds an image that was copied alone. Office programs add an image to copied text, which is not used. */
export function findPastedImage(clipboard: Clipboard): File | undefined {
  if (clipboard.types.includes('text/plain')) return undefined
  return [...clipboard.files].find(({ type }) => type.startsWith('image/'))
}

/** Whether copied text contains images. */
export function hasPastedImages(clipboard: Clipboard): boolean {
  return /<img\b/i.test(clipboard.getData('text/html'))
}
