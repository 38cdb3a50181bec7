import { ground, gull, heart, tree } from '../figures.mjs'
import {
  circle,
  HEIGHT,
  ink,
  KEY,
  overprint,
  PAPER,
  passage,
  path,
  poly,
  RED,
  random,
  rect,
  SHADE,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

/** A telephone box that keeps a heart in it. */
export function phoneBox() {
  const next = random(6)
  return [
    passage('morning', [ink({ spot: 0.55 }), ink({ spot: 0.06 })]),
    rect(0, 0, WIDTH, HEIGHT, 'url(#morning)'),
    circle(1180, 300, 120, PAPER),
    ground(
      [-20, 620, 240, 540, 520, 600, 800, 520, 1120, 590, 1360, 520, 1640, 580],
      HEIGHT,
      ink({ spot: 0.6 }),
    ),
    ground([-20, 760, 300, 690, 640, 740, 980, 690, 1300, 740, 1640, 690], HEIGHT, SPOT),
    times(4, (i) =>
      stroke(`M${-40 + i * 90} ${780 - i * 6}L${i * 130} 1080`, ink({ spot: 1, key: 0.45 }), 12),
    ),
    times(4, (i) =>
      stroke(`M${1640 - i * 90} ${770 - i * 6}L${1600 - i * 130} 1080`, ink({ spot: 1, key: 0.45 }), 12),
    ),
    tree(240, 800, 380, KEY),
    tree(400, 780, 240, ink({ spot: 1, key: 0.5 }), KEY),
    tree(1390, 800, 440, KEY),
    tree(1230, 770, 220, ink({ spot: 1, key: 0.5 }), KEY),
    gull(360, 240, 60, KEY),
    gull(470, 190, 40, KEY, 6),
    poly([560, 960, 1040, 960, 1200, 1080, 400, 1080], PAPER),
    overprint(poly([1010, 960, 1330, 990, 1290, 1030, 1010, 1000], SHADE)),
    rect(556, 950, 488, 56, KEY),
    rect(580, 200, 440, 760, RED, { stroke: KEY, 'stroke-width': 12 }),
    path('M572 150Q800 30 1028 150V206H572Z', RED, { stroke: KEY, 'stroke-width': 12 }),
    rect(548, 196, 504, 30, RED, { stroke: KEY, 'stroke-width': 10 }),
    rect(640, 146, 320, 40, PAPER, { stroke: KEY, 'stroke-width': 8 }),
    heart(800, 164, 17, RED),
    [660, 840].map((x) => rect(x, 160, 100, 9, KEY)),
    rect(626, 262, 348, 640, PAPER, { stroke: KEY, 'stroke-width': 10 }),
    rect(636, 272, 328, 620, ink({ spot: 0.25 })),
    heart(800, 560, 156, RED, { stroke: KEY, 'stroke-width': 0.07 }),
    poly([816, 440, 730, 590, 792, 590, 764, 690, 874, 534, 808, 534, 850, 440], PAPER, {
      stroke: KEY,
      'stroke-width': 8,
      'stroke-linejoin': 'round',
    }),
    times(6, (i) => rect(626, 352 + i * 92, 348, 9, KEY)),
    [680, 912].map((x) => rect(x, 262, 9, 640, KEY)),
    overprint(poly([968, 212, 1014, 212, 1014, 954, 968, 954], SHADE)),
    circle(600, 600, 10, PAPER),
    times(26, () => {
      const x = next() * WIDTH
      const y = 830 + next() * 230
      return x > 420 && x < 1180
        ? ''
        : [stroke(`M${x} ${y}v-26`, KEY, 5), circle(x, y - 32, 10, next() < 0.5 ? RED : PAPER)]
    }),
  ]
}
