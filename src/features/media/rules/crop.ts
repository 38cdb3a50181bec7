type Size = { width: number; height: number }

/**
 * The largest part of an image with the shape of `shape`, in whole pixels, with the focal point as near to its middle as possible.
 *
 * @param focalPoint fractions of the width and height
 */
export function cropOf(
  image: Size,
  shape: Size,
  focalPoint: { x: number; y: number },
): Size & { left: number; top: number } {
  const scale = Math.min(image.width / shape.width, image.height / shape.height)
  const width = toPixels(shape.width * scale, image.width)
  const height = toPixels(shape.height * scale, image.height)
  return {
    left: placeOf(focalPoint.x, width, image.width),
    top: placeOf(focalPoint.y, height, image.height),
    width,
    height,
  }
}

function toPixels(length: number, most: number): number {
  return Math.min(most, Math.max(1, Math.round(length)))
}

function placeOf(fraction: number, length: number, total: number): number {
  return Math.min(total - length, Math.max(0, Math.round(fraction * total - length / 2)))
}
