const PLACEHOLDER = '/placeholder.svg'
/** Once. */
const RETRY_DELAY_MS = 5_000

/** The address with which an image was loaded again. */
const retried = new WeakMap<HTMLImageElement, string>()

/** Shows the placeholder in place of an image that has failed, and loads the image once more. */
export function showPlaceholder(image: HTMLImageElement): void {
  const src = image.getAttribute('src') ?? ''
  if (src === PLACEHOLDER) return
  const sources = [...(image.parentElement?.querySelectorAll<HTMLSourceElement>('source') ?? []), image]
  const srcsets = sources.map(({ srcset }) => srcset)
  for (const source of sources) source.removeAttribute('srcset')
  image.src = PLACEHOLDER
  if (retried.get(image) === src) return
  retried.set(image, src)
  setTimeout(() => {
    // Meanwhile it may show another article.
    if (image.getAttribute('src') !== PLACEHOLDER) return
    for (const [index, source] of sources.entries()) source.srcset = srcsets[index] ?? ''
    image.src = src
  }, RETRY_DELAY_MS)
}
