import {
  circle,
  ellipse,
  group,
  ink,
  KEY,
  overprint,
  PAPER,
  passage,
  path,
  poly,
  RED,
  rect,
  SHADE,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'
import { ballotBox } from './ballotBox.mjs'
import { cross } from './cross.mjs'

/** A ballot box keeps the bridge where the toll-house stood. */
export function tollBridge() {
  const hanger = (from, to, dip) =>
    times(15, (i) => {
      const t = i / 14
      const x = from + (to - from) * t
      const y = 210 + dip * (1 - (2 * t - 1) ** 2)
      return stroke(`M${x} ${y}V622`, KEY, 5)
    })
  return [
    passage('sky', [ink({ spot: 0.1 }), ink({ spot: 0.6 })]),
    rect(0, 0, WIDTH, 700, 'url(#sky)'),
    circle(800, 420, 250, RED),
    rect(0, 700, WIDTH, 400, SPOT),
    times(26, (i) => {
      const y = 716 + (i % 13) * 28
      return rect(((i * 377) % 1600) - 60, y, 120 + ((i * 53) % 140), 8, i % 3 ? PAPER : KEY, { rx: 4 })
    }),
    stroke('M-200 170C-40 500 140 560 262 190C560 720 1040 720 1338 190C1460 560 1640 500 1800 170', KEY, 15),
    hanger(262, 1338, 372),
    hanger(-260, 262, 300),
    hanger(1338, 1860, 300),
    [262, 1338].map((x) => [
      path(`M${x - 62} 900V150H${x + 62}V900Z`, PAPER, { stroke: KEY, 'stroke-width': 10 }),
      overprint(rect(x + 10, 150, 52, 750, SHADE)),
      path(`M${x - 26} 622V470a26 40 0 0 1 52 0V622Z`, KEY),
      path(`M${x - 26} 400V270a26 40 0 0 1 52 0V400Z`, ink({ spot: 0.5 })),
      rect(x - 80, 128, 160, 34, KEY),
      path(`M${x - 90} 940V720q90 -44 180 0V940Z`, KEY),
    ]),
    rect(0, 612, WIDTH, 60, KEY),
    rect(0, 606, WIDTH, 14, PAPER),
    times(9, (i) => rect(60 + i * 190, 636, 110, 10, SPOT)),
    rect(0, 936, WIDTH, 140, KEY),
    rect(0, 930, WIDTH, 12, PAPER),
    overprint(ellipse(800, 1012, 330, 20, SPOT)),
    ballotBox(800, 1010, 500, 320, RED, PAPER),
    rect(596, 770, 408, 200, PAPER),
    cross(800, 870, 62, KEY, 26),
    group(
      'translate(800 610) rotate(7)',
      rect(-120, -270, 240, 276, PAPER, { stroke: KEY, 'stroke-width': 9 }),
      times(3, (i) => [
        rect(-92, -236 + i * 74, 110, 12, KEY),
        rect(46, -254 + i * 74, 46, 46, 'none', { stroke: KEY, 'stroke-width': 7 }),
      ]),
      cross(69, -157, 17, RED, 10),
    ),
    poly([675, 616, 925, 616, 950, 640, 650, 640], PAPER),
    rect(536, 688, 528, 36, PAPER, { stroke: KEY, 'stroke-width': 9 }),
  ]
}
