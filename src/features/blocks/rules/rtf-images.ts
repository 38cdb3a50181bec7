/** In bytes, for all images of a document. */
const MAX_BYTES = 100_000_000

/** Characters of the properties between the format of an image and its bytes. */
const MAX_PROPERTIES_LENGTH = 500

/**
 * Reads the JPEG and PNG images of a document in Rich Text Format (RTF 1.9.1, Pictures), in order. Word puts images only
 * there on the clipboard.
 */
export function readRtfImages(rtf: string): File[] {
  const images: File[] = []
  const start = /\\(png|jpeg)blip(?![a-z])/g
  let total = 0
  for (let found = start.exec(rtf); found; found = start.exec(rtf)) {
    const properties = rtf.slice(start.lastIndex, start.lastIndex + MAX_PROPERTIES_LENGTH)
    const from = start.lastIndex + lengthOfProperties(properties)
    const end = rtf.indexOf('}', from)
    if (end < 0) break
    start.lastIndex = end
    const bytes = readHex(rtf.slice(from, end))
    total += bytes.length
    if (total > MAX_BYTES) break
    const [extension, type] = found[1] === 'png' ? ['png', 'image/png'] : ['jpg', 'image/jpeg']
    if (bytes.length > 0) images.push(new File([bytes], `image.${extension}`, { type }))
  }
  return images
}

/** Control words, groups and white space. */
function lengthOfProperties(text: string): number {
  const property = /\\[a-z]+(?:-?\d+)? ?|\{[^{}]*\}|\s+/gy
  let length = 0
  while (property.test(text)) length = property.lastIndex
  return length
}

/** Returns nothing for other text. */
function readHex(text: string): Uint8Array<ArrayBuffer> {
  const digits = text.replace(/\s+/g, '')
  if (digits.length % 2 === 1 || /[^\da-f]/i.test(digits)) return new Uint8Array()
  return Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
    Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  )
}
