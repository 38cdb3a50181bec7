import { cloud, ground } from '../figures.mjs'
import {
  circle,
  group,
  HEIGHT,
  ink,
  KEY,
  overprint,
  PAPER,
  passage,
  path,
  poly,
  RED,
  rect,
  rows,
  SHADE,
  SPOT,
  times,
  WIDTH,
} from '../marks.mjs'

const PINE = ink({ spot: 1, key: 0.5 })

/** A carriage of a train going right, `w` long, standing on rails at y. */
const carriage = (x, y, w, body, lit = PAPER) => [
  rect(x, y - 104, w, 84, body, { rx: 10, stroke: KEY, 'stroke-width': 8 }),
  rect(x + 4, y - 104, w - 8, 16, KEY),
  rect(x + 6, y - 44, w - 12, 9, PAPER),
  times(Math.floor((w - 30) / 46), (i) => rect(x + 22 + i * 46, y - 80, 30, 30, lit, { rx: 4 })),
  [x + 42, x + 78, x + w - 78, x + w - 42].map((cx) => circle(cx, y - 16, 15, KEY)),
]

/** The viaduct's wall with its arches let through: one shape, so that the valley shows behind it. */
function arches() {
  const holes = times(9, (i) => `M${-18 + i * 184} 1100V700a62 62 0 0 1 124 0V1100Z`).join('')
  return [
    path(`M-20 560H1620V1100H-20Z${holes}`, PAPER, {
      'fill-rule': 'evenodd',
      stroke: KEY,
      'stroke-width': 8,
    }),
    overprint(
      times(9, (i) => path(`M${106 + i * 184} 1100V700a62 62 0 0 0 -62 -62q36 20 36 62V1100Z`, SHADE)),
    ),
    rect(0, 540, WIDTH, 34, KEY),
    times(28, (i) => rect(14 + i * 58, 596 + (i % 3) * 14, 34, 10, ink({ key: 0.5 }))),
  ]
}

/** The first train in two generations crosses the viaduct. */
export function viaduct() {
  return [
    passage('sky', [ink({ spot: 0.5 }), ink({ spot: 0.08 })]),
    rect(0, 0, WIDTH, HEIGHT, 'url(#sky)'),
    circle(800, 330, 210, RED),
    cloud(330, 260, 330, PAPER),
    cloud(1300, 210, 280, PAPER),
    ground(
      [-20, 440, 200, 330, 430, 430, 640, 480, 900, 420, 1200, 300, 1420, 400, 1640, 360],
      HEIGHT,
      ink({ spot: 0.55 }),
    ),
    ground([-20, 620, 240, 500, 520, 560, 820, 620, 1100, 540, 1360, 480, 1640, 600], HEIGHT, SPOT),
    ground([-20, 800, 260, 700, 560, 800, 860, 850, 1160, 780, 1400, 700, 1640, 760], HEIGHT, PINE),
    path('M540 1080Q700 960 780 900T960 830L1010 838Q900 900 870 950T940 1080Z', PAPER),
    times(5, (i) => rect(690 + i * 22, 1010 - i * 34, 90 - i * 12, 6, SPOT, { rx: 3 })),
    arches(),
    group(
      'translate(-170 0)',
      carriage(-100, 546, 296, RED),
      carriage(210, 546, 296, RED),
      carriage(520, 546, 296, ink({ spot: 0.3 }), KEY),
      carriage(830, 546, 296, ink({ spot: 0.3 }), KEY),
      path(
        'M1140 526V460Q1140 442 1160 442H1190V400H1260V442H1400V430H1440V442Q1470 444 1470 480V526Z',
        RED,
        { stroke: KEY, 'stroke-width': 9, 'stroke-linejoin': 'round' },
      ),
      rect(1204, 414, 42, 34, PAPER),
      rect(1170, 464, 280, 12, KEY),
      poly([1404, 430, 1398, 372, 1446, 372, 1438, 430], KEY),
      [1190, 1258, 1326, 1394, 1440].map((x, i) =>
        circle(x, 526, i < 3 ? 27 : 18, KEY, { stroke: PAPER, 'stroke-width': 5 }),
      ),
      rows(3, [1396, 330, 34, 1330, 290, 44, 1244, 258, 54, 1140, 240, 62]).map(([x, y, r]) =>
        circle(x, y, r, PAPER, { stroke: KEY, 'stroke-width': 8 }),
      ),
    ),
  ]
}
