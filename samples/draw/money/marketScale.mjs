import {
  circle,
  group,
  HEIGHT,
  ink,
  KEY,
  overprint,
  PAPER,
  path,
  poly,
  RED,
  rect,
  rows,
  SHADE,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'
import { pile } from './pile.mjs'

/** Apples against coins on a market scale. */
export function marketScale() {
  const apple = (x, y, r, colour) => [
    path(
      `M${x} ${y - r * 0.7}C${x + r * 0.5} ${y - r * 1.2} ${x + r * 1.1} ${y - r * 0.6} ${x + r} ${y}C${x + r * 0.9} ${y + r * 0.7} ${x + r * 0.4} ${y + r} ${x} ${y + r * 0.8}C${x - r * 0.4} ${y + r} ${x - r * 0.9} ${y + r * 0.7} ${x - r} ${y}C${x - r * 1.1} ${y - r * 0.6} ${x - r * 0.5} ${y - r * 1.2} ${x} ${y - r * 0.7}Z`,
      colour,
      { stroke: KEY, 'stroke-width': 9 },
    ),
    stroke(`M${x} ${y - r * 0.66}q4 -22 18 -34`, KEY, 9),
    path(`M${x + 16} ${y - r * 1.05}q36 -30 62 -4q-34 26 -62 4Z`, KEY),
    stroke(`M${x - r * 0.62} ${y - r * 0.1}q2 -26 20 -40`, PAPER, 9),
  ]
  const pan = (x, y) => [
    stroke(`M${x} ${y - 330}L${x - 190} ${y}M${x} ${y - 330}L${x + 190} ${y}M${x} ${y - 330}V${y}`, KEY, 6),
    circle(x, y - 334, 18, KEY),
  ]
  const dish = (x, y) => [
    path(`M${x - 220} ${y}H${x + 220}Q${x + 180} ${y + 104} ${x} ${y + 104}T${x - 220} ${y}Z`, PAPER, {
      stroke: KEY,
      'stroke-width': 11,
    }),
    overprint(path(`M${x + 60} ${y + 4}H${x + 214}Q${x + 180} ${y + 100} ${x + 20} ${y + 102}Z`, SHADE)),
  ]
  return [
    rect(0, 0, WIDTH, HEIGHT, PAPER),
    times(10, (i) =>
      poly([i * 160, 0, i * 160 + 160, 0, i * 160 + 160, 190, i * 160, 190], i % 2 ? PAPER : RED),
    ),
    times(10, (i) => circle(i * 160 + 80, 190, 80, i % 2 ? PAPER : RED)),
    overprint(rect(0, 0, WIDTH, 26, KEY)),
    times(10, (i) => stroke(`M${i * 160} 190A80 80 0 0 0 ${i * 160 + 160} 190`, KEY, 7)),
    rect(0, 290, WIDTH, 620, ink({ spot: 0.35 })),
    times(5, (i) => circle(160 + i * 320, 600, 130, ink({ spot: 0.7 }))),
    rect(784, 330, 32, 560, KEY),
    circle(800, 352, 46, RED, { stroke: KEY, 'stroke-width': 11 }),
    group(
      'rotate(-6 800 390)',
      path('M390 380Q600 410 800 372Q1000 410 1210 380V402Q1000 440 800 408Q600 440 390 402Z', KEY),
    ),
    pan(416, 768),
    pan(1192, 682),
    apple(330, 720, 72, RED),
    apple(500, 716, 70, ink({ spot: 0.45 })),
    apple(416, 650, 72, RED),
    dish(416, 768),
    pile(1110, 700, 78, 5, SPOT),
    pile(1270, 704, 78, 3, PAPER),
    pile(1196, 690, 70, 7, SPOT),
    dish(1192, 682),
    path('M640 940Q700 860 760 850H840Q900 860 960 940Z', RED, { stroke: KEY, 'stroke-width': 11 }),
    rect(0, 930, WIDTH, 150, KEY),
    times(11, (i) => rect(i * 160 - 40, 960, 120, 60, i % 2 ? SPOT : ink({ spot: 0.5 }))),
    rows(2, [120, 900, 1480, 900]).map(([x, y]) => [
      apple(x, y - 10, 62, RED),
      apple(x + (x < 800 ? 110 : -110), y - 6, 56, ink({ spot: 0.45 })),
    ]),
  ]
}
