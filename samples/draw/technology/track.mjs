import { ring, stroke } from '../marks.mjs'

/** A conductor along `d` that ends in a soldered pad at each of `pads`. */
export const track = (d, pads, colour, width = 9) => [
  stroke(d, colour, width, { 'stroke-linejoin': 'miter' }),
  pads.map(([x, y]) => ring(x, y, width * 1.5, colour, width * 0.8)),
]
