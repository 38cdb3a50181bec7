import { group, ink, KEY, poly, rect } from '../marks.mjs'

/** A ballot box seen a little from above, its slot in the lid; x, y is the middle of the front's foot. */
export function ballotBox(x, y, width, height, front = KEY, lid = ink({ spot: 1 })) {
  const w = width / 2
  const back = w * 0.78
  const depth = height * 0.34
  return group(
    `translate(${x} ${y})`,
    rect(-w, -height, width, height, front),
    poly([-w - 14, -height, w + 14, -height, back, -height - depth, -back, -height - depth], lid, {
      stroke: KEY,
      'stroke-width': 9,
      'stroke-linejoin': 'round',
    }),
    rect(-w - 14, -height - 4, width + 28, 34, lid, { stroke: KEY, 'stroke-width': 9 }),
    rect(-w * 0.5, -height - depth * 0.62, w, depth * 0.2, KEY, { rx: 4 }),
  )
}
