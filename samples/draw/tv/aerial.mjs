import { circle, KEY, path, RED, stroke } from '../marks.mjs'

/** A two-armed aerial on its foot at x, y. */
export const aerial = (x, y, left, right, colour = KEY) => [
  stroke(`M${x} ${y}L${x + left[0]} ${y + left[1]}M${x} ${y}L${x + right[0]} ${y + right[1]}`, colour, 11),
  circle(x + left[0], y + left[1], 17, RED),
  circle(x + right[0], y + right[1], 17, RED),
  path(`M${x - 70} ${y + 14}a70 60 0 0 1 140 0Z`, colour),
]
