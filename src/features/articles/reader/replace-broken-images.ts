import { withLazyFeatures } from './with-lazy-features.ts'

/** Images of `ArticleImage`: those in texts have no placeholder. */
const IMAGES = 'picture img:not(.prose *)'

/** Replaces images that fail to load, also those that have failed already, with the placeholder. */
export function replaceBrokenImages(): void {
  const replace = (image: HTMLImageElement) =>
    withLazyFeatures(({ showPlaceholder }) => showPlaceholder(image))
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLImageElement && target.matches(IMAGES)) replace(target)
  }
  // Errors of images do not bubble.
  document.addEventListener('error', onError, true)
  for (const image of document.querySelectorAll<HTMLImageElement>(IMAGES)) {
    if (image.complete && image.naturalWidth === 0) replace(image)
  }
}
