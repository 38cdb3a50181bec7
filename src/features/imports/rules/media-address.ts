/**
 * Attributes with the address, the best first: WordPress names the original of a resized image, and scripts for lazy loading the image
 * that replaces `src`.
 */
const ATTRIBUTES = ['data-full-url', 'data-orig-file', 'data-lazy-src', 'data-src', 'data-original', 'src']
/** The largest side of a tracking pixel. */
const MAX_PIXEL_SIDE = 2

/** Returns the address of an image or recording, which may contain the file itself (`data:`); empty without one. */
export function addressOfMedia(element: Element): string {
  const readAttribute = (name: string) => element.getAttribute(name)?.trim() ?? ''
  const source = element.querySelector('source')?.getAttribute('src')?.trim() ?? ''
  const found = [...ATTRIBUTES.map(readAttribute), largestSource(readAttribute('srcset')), source]
  return found.find((address) => address && !address.startsWith('data:')) ?? readAttribute('src')
}

function largestSource(srcset: string): string {
  const sources = srcset.split(/,\s+/).map((source) => source.trim().split(/\s+/))
  const width = ([, size = '0']: string[]) => Number.parseFloat(size) || 0
  return sources.toSorted((one, other) => width(other) - width(one))[0]?.[0] ?? ''
}

/** Whether an image is a tracking pixel, which only counts views. */
export function isPixel(image: Element): boolean {
  return ['width', 'height'].every(
    (side) => Number.parseFloat(image.getAttribute(side) ?? '') <= MAX_PIXEL_SIDE,
  )
}
