import { spark, stars } from '../figures.mjs'
import {
  circle,
  clipped,
  group,
  HEIGHT,
  ink,
  KEY,
  PAPER,
  passage,
  path,
  polar,
  poly,
  RED,
  rect,
  ring,
  rows,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

/** A projector throws a house made of light. */
export function houseOfLight() {
  const reel = (x, y, r, turn) => [
    circle(x, y, r, KEY),
    ring(x, y, r - 16, SPOT, 6),
    times(5, (i) => circle(...polar(x, y, r * 0.54, turn + i * 72), r * 0.24, ink({ spot: 0.35 }))),
    circle(x, y, r * 0.16, PAPER),
  ]
  const beam = [560, 560, 1720, -60, 1720, 1080, 560, 600]
  const heads = rows(2, [690, 1, 860, 0.9, 1020, 1.06, 1190, 0.94, 1360, 1, 1530, 0.92])
  return [
    rect(0, 0, WIDTH, HEIGHT, KEY),
    passage('throw', [ink({ spot: 0.9 }), ink({ spot: 0.5 }), ink({ spot: 0.2 })], 0),
    poly(beam, 'url(#throw)'),
    clipped(
      'beam',
      poly(beam, KEY),
      group(
        'translate(70 36) scale(0.93)',
        poly([1010, 480, 1180, 250, 1350, 480], RED),
        poly([1180, 250, 1350, 480, 1270, 480], ink({ red: 1, key: 0.5 })),
        rect(1268, 280, 40, 100, RED),
        rect(1046, 480, 268, 290, PAPER),
        rect(1146, 600, 72, 170, KEY),
        circle(1204, 690, 7, PAPER),
        rows(2, [1072, 516, 1236, 516]).map(([x, y]) => [
          rect(x, y, 52, 62, SPOT),
          rect(x + 23, y, 6, 62, PAPER),
          rect(x, y + 28, 52, 6, PAPER),
        ]),
        rect(990, 768, 400, 16, RED),
      ),
      stars(60, 9, [640, 60, 960, 860], PAPER),
      spark(900, 470, 40, PAPER),
      spark(1440, 330, 52, PAPER),
      spark(1400, 640, 34, PAPER),
    ),
    reel(330, 300, 158, 12),
    reel(600, 372, 120, 30),
    stroke('M330 458L420 520M600 492L500 540', SPOT, 8),
    rect(250, 470, 300, 230, PAPER, { rx: 18 }),
    rect(262, 482, 276, 206, SPOT, { rx: 12 }),
    rect(250, 640, 300, 14, PAPER),
    times(5, (i) => rect(286 + i * 46, 510, 22, 100, KEY, { rx: 11 })),
    rect(545, 544, 90, 76, PAPER),
    rect(552, 552, 76, 60, RED),
    circle(300, 670, 10, PAPER),
    poly([360, 700, 440, 700, 560, 1080, 500, 1080, 400, 760, 300, 1080, 240, 1080], PAPER),
    heads.map(([x, size]) => [
      path(
        `M${x - 110 * size} 1080Q${x - 100 * size} ${985 - 30 * size} ${x} ${985 - 30 * size}T${x + 110 * size} 1080Z`,
        KEY,
        { stroke: SPOT, 'stroke-width': 6 },
      ),
      circle(x, 945 - 30 * size, 52 * size, KEY, { stroke: SPOT, 'stroke-width': 6 }),
    ]),
  ]
}
