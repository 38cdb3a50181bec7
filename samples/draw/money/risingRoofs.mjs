import { cloud } from '../figures.mjs'
import {
  circle,
  HEIGHT,
  ink,
  KEY,
  PAPER,
  passage,
  poly,
  RED,
  rect,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'
import { coin } from './coin.mjs'
import { pound } from './pound.mjs'

/** Roofs that rise like a chart, and a coin for a sun. */
export function risingRoofs() {
  const heights = [170, 230, 205, 300, 350, 330, 430, 520]
  const homes = heights.map((height, i) => {
    const [x, w] = [60 + i * 190, 190]
    const top = 940 - height
    const wall = [PAPER, ink({ spot: 0.4 }), SPOT, PAPER][i % 4]
    return [
      rect(x, top, w, height + 10, wall, { stroke: KEY, 'stroke-width': 8 }),
      rect(x + w * 0.7, top - 130, 34, 90, KEY),
      poly([x - 8, top + 4, x + w / 2, top - 92, x + w + 8, top + 4], i % 3 === 1 ? RED : KEY, {
        stroke: KEY,
        'stroke-width': 8,
        'stroke-linejoin': 'round',
      }),
      times(Math.floor((height - 60) / 118), (row) =>
        [30, 110].map((dx) => [
          rect(x + dx, top + 34 + row * 104, 50, 62, KEY),
          rect(x + dx, top + 62 + row * 104, 50, 6, wall),
          rect(x + dx + 22, top + 34 + row * 104, 6, 62, wall),
        ]),
      ),
      rect(x + 72, 862, 46, 88, i % 2 ? RED : KEY, { stroke: wall, 'stroke-width': 6 }),
    ]
  })
  const line = heights.map((height, i) => `${60 + i * 190 + 95} ${940 - height - 160}`)
  return [
    passage('dawn', [ink({ spot: 0.12 }), ink({ spot: 0.6 })]),
    rect(0, 0, WIDTH, HEIGHT, 'url(#dawn)'),
    times(7, (i) => rect(0, 130 + i * 118, WIDTH, 4, SPOT)),
    coin(640, 350, 230, SPOT),
    pound(640, 356, 240, KEY),
    cloud(270, 250, 260, PAPER),
    cloud(960, 560, 230, PAPER),
    homes,
    stroke(`M-30 700L${line.join('L')}`, PAPER, 34, { 'stroke-linejoin': 'miter' }),
    stroke(`M-30 700L${line.join('L')}`, RED, 18, { 'stroke-linejoin': 'miter' }),
    line.map((point) => {
      const [x, y] = point.split(' ').map(Number)
      return circle(x, y, 20, PAPER, { stroke: KEY, 'stroke-width': 9 })
    }),
    rect(0, 946, WIDTH, 130, KEY),
    times(12, (i) => rect(40 + i * 140, 1000, 76, 12, SPOT)),
  ]
}
