import { group, path } from '../marks.mjs'

/** The pound sign, drawn, in a box `size` high around x, y. */
export const pound = (x, y, size, colour, width = 0.17) =>
  group(
    `translate(${x} ${y}) scale(${size})`,
    path(
      'M.28 -.24C.26 -.44 .12 -.5 0 -.5C-.18 -.5 -.26 -.36 -.2 -.2C-.12 0 -.1 .24 -.3 .46H.32M-.3 .02H.14',
      'none',
      {
        stroke: colour,
        'stroke-width': width,
        'stroke-linecap': 'round',
        'stroke-linejoin': 'round',
      },
    ),
  )
