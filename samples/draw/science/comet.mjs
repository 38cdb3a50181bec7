import { figure, ground, stars } from '../figures.mjs'
import {
  circle,
  clipped,
  ellipse,
  group,
  HEIGHT,
  ink,
  KEY,
  overprint,
  PAPER,
  path,
  RED,
  random,
  rect,
  SHADE,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

/** A green comet over the dome of an observatory. */
export function comet() {
  const next = random(19)
  return [
    rect(0, 0, WIDTH, HEIGHT, KEY),
    group(
      'translate(1150 262) rotate(-25)',
      path('M0 -86C-400 -150 -900 -260 -1400 -330V250C-900 170 -400 110 0 86Z', ink({ spot: 0.4, key: 0.5 })),
      path('M0 -70C-400 -100 -800 -130 -1300 -60V60C-800 80 -400 80 0 70Z', SPOT),
      path('M0 -44C-300 -50 -600 -50 -900 -10C-600 40 -300 44 0 44Z', ink({ spot: 0.4 })),
      times(26, () => {
        const x = -60 - next() * 900
        return stroke(`M${x} ${(next() - 0.5) * 130}h${-30 - next() * 110}`, PAPER, 4)
      }),
      circle(0, 0, 92, SPOT),
      circle(6, 0, 64, ink({ spot: 0.35 })),
      circle(12, 0, 38, PAPER),
    ),
    stars(150, 23, [0, 0, WIDTH, 800], PAPER),
    ground(
      [-20, 900, 300, 820, 640, 850, 1000, 830, 1300, 870, 1640, 790],
      HEIGHT,
      ink({ spot: 1, key: 0.5 }),
    ),
    rect(500, 690, 480, 240, PAPER),
    times(7, (i) => rect(520 + i * 66, 730, 34, 120, ink({ key: 0.45 }))),
    rect(700, 770, 80, 160, RED),
    path('M486 694A254 254 0 0 1 994 694Z', PAPER),
    clipped(
      'dome',
      path('M486 694A254 254 0 0 1 994 694Z', KEY),
      overprint(path('M486 694A254 254 0 0 1 600 484Q560 600 590 694Z', SHADE)),
      times(3, (i) => ellipse(740, 700, 250 - i * 84, 258, 'none', { stroke: KEY, 'stroke-width': 4 })),
      group('rotate(28 740 694)', rect(690, 380, 100, 330, KEY)),
    ),
    group(
      'rotate(28 740 694)',
      rect(712, 350, 56, 270, RED, { stroke: PAPER, 'stroke-width': 7 }),
      rect(700, 340, 80, 40, PAPER),
      rect(708, 346, 64, 28, KEY),
    ),
    rect(470, 684, 540, 26, RED),
    ground([-20, 970, 400, 920, 800, 940, 1200, 920, 1640, 960], HEIGHT, KEY),
    figure(1120, 826, 30, PAPER, {
      hip: [0, 2.1],
      head: [-0.1, -1],
      limbs: [
        { points: [0, 0.3, -1.1, -0.1, -1.8, -1.1] },
        { points: [0, 0.3, 0.5, 1.2, 0.6, 2] },
        { points: [0, 2.1, 0.3, 3.9], width: 0.5 },
        { points: [0, 2.1, -0.3, 3.9], width: 0.5 },
      ],
    }),
    figure(1204, 866, 22, PAPER, {
      hip: [0, 2.1],
      head: [0, -1],
      limbs: [
        { points: [0, 0.3, -1, 0.1, -1.7, -0.9] },
        { points: [0, 0.3, 0.5, 1.1, 1, 1.7] },
        { points: [0, 2.1, 0.3, 3.6], width: 0.5 },
        { points: [0, 2.1, -0.3, 3.6], width: 0.5 },
      ],
    }),
  ]
}
