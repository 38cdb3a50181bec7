import { ellipse, KEY, overprint, path, SHADE, SPOT, times } from '../marks.mjs'

/** A coin lying flat, seen from a little above; x, y is the middle of its face. */
const flatCoin = (x, y, r, colour = SPOT) => [
  path(`M${x - r} ${y}v${r * 0.26}a${r} ${r * 0.3} 0 0 0 ${2 * r} 0v${-r * 0.26}Z`, colour, {
    stroke: KEY,
    'stroke-width': 7,
  }),
  overprint(
    path(
      `M${x + r * 0.3} ${y + r * 0.2}v${r * 0.34}a${r} ${r * 0.3} 0 0 0 ${r * 0.7} ${-r * 0.28}v${-r * 0.26}Z`,
      SHADE,
    ),
  ),
  ellipse(x, y, r, r * 0.3, colour, { stroke: KEY, 'stroke-width': 7 }),
  ellipse(x, y, r * 0.72, r * 0.2, 'none', { stroke: KEY, 'stroke-width': 4 }),
]

/** A pile of `count` flat coins whose foot stands at x, y. */
export const pile = (x, y, r, count, colour) =>
  times(count, (i) => flatCoin(x + ((i * 7) % 3) * 3 - 3, y - r * 0.26 * (i + 1), r, colour))
