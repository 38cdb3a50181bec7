import { circle, KEY, polar, ring, SPOT, stroke, times } from '../marks.mjs'

/** A coin face on, with a milled edge and a laurel of strokes. */
export const coin = (x, y, r, colour = SPOT) => [
  circle(x, y, r, colour, { stroke: KEY, 'stroke-width': r * 0.07 }),
  times(36, (i) =>
    stroke(`M${polar(x, y, r * 0.87, i * 10)}L${polar(x, y, r * 0.95, i * 10)}`, KEY, r * 0.035),
  ),
  ring(x, y, r * 0.78, KEY, r * 0.04),
]
