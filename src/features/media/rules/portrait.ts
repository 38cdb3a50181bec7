import * as z from 'zod'

/** Pixels; four times the size of an avatar. */
export const PORTRAIT_SIDE = 256

/** The smallest side, as a fraction: the strongest zoom. */
export const MIN_SIDE = 0.2

const fraction = z.coerce.number().min(0).max(1)

/**
 * A square of an image: its side as a fraction of the shorter side, and its place between the left and right (top and
 * bottom) edges.
 */
export const portraitCrop = z.object({ x: fraction, y: fraction, side: fraction.min(MIN_SIDE) })
export type PortraitCrop = z.infer<typeof portraitCrop>

export const WHOLE_IMAGE: PortraitCrop = { x: 0.5, y: 0.5, side: 1 }

/** @param zoom from 0, the whole image, to 1 */
export function sideOfZoom(zoom: number): number {
  return MIN_SIDE + (1 - zoom) * (1 - MIN_SIDE)
}

export function zoomOfSide(side: number): number {
  return (1 - side) / (1 - MIN_SIDE)
}

/** In pixels. */
export function cropSquare(size: { width: number; height: number }, { x, y, side }: PortraitCrop) {
  const pixels = Math.max(1, Math.round(Math.min(size.width, size.height) * side))
  return {
    left: Math.round((size.width - pixels) * x),
    top: Math.round((size.height - pixels) * y),
    width: pixels,
    height: pixels,
  }
}

/** @param by pixels of the image */
export function moveCrop(
  size: { width: number; height: number },
  crop: PortraitCrop,
  by: { x: number; y: number },
): PortraitCrop {
  const { left, top, width, height } = cropSquare(size, crop)
  return {
    ...crop,
    x: place(left + by.x, size.width - width),
    y: place(top + by.y, size.height - height),
  }
}

/** Returns the middle if the crop is as large as the image. */
function place(pixels: number, most: number): number {
  return most === 0 ? 0.5 : Math.min(1, Math.max(0, pixels / most))
}
