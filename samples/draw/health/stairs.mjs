import { figure, heart } from '../figures.mjs'
import {
  group,
  HEIGHT,
  ink,
  KEY,
  overprint,
  PAPER,
  passage,
  path,
  RED,
  rect,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

/** A flight of stairs that turns into a heartbeat. */
export function stairs() {
  const steps = times(8, (i) => [100 + i * 120, 990 - i * 76])
  return [
    passage('rise', [ink({ spot: 0.2 }), ink({ spot: 0.75 })]),
    rect(0, 0, WIDTH, HEIGHT, 'url(#rise)'),
    times(9, (i) => rect(0, 70 + i * 118, WIDTH, 4, ink({ spot: 1 }))),
    times(14, (i) => rect(60 + i * 118, 0, 4, HEIGHT, ink({ spot: 1 }))),
    heart(1010, 350, 300, RED),
    overprint(path('M1306 300C1300 460 1110 540 1010 635C1080 470 1240 420 1306 300Z', ink({ key: 0.55 }))),
    stroke('M790 250Q800 170 880 150', PAPER, 24),
    rect(0, 1050, 120, 100, KEY),
    steps.map(([x, y]) => rect(x, y, 1600, 700, KEY)),
    steps.map(([x, y], i) => [rect(x, y, i === 7 ? 620 : 126, 16, PAPER), rect(x, y, 14, 78, PAPER)]),
    stroke('M-20 1058H100', PAPER, 16, { 'stroke-linecap': 'butt' }),
    stroke('M1060 466H1150L1184 410L1224 560L1272 300L1312 520L1336 466H1620', PAPER, 30, {
      'stroke-linejoin': 'miter',
    }),
    stroke('M1060 466H1150L1184 410L1224 560L1272 300L1312 520L1336 466H1620', RED, 16, {
      'stroke-linejoin': 'miter',
    }),
    figure(614, 420, 70, KEY, {
      hip: [-0.35, 2],
      head: [0.3, -0.95],
      limbs: [
        { points: [0, 0.2, 0.9, 0.9, 1.6, 0.3] },
        { points: [0, 0.2, -0.9, 0.8, -1.2, 1.75] },
        { points: [-0.35, 2, 0.8, 2.5, 0.7, 3.45, 1.05, 3.5], width: 0.52 },
        { points: [-0.35, 2, -0.5, 3.4, -0.95, 4.72, -0.6, 4.78], width: 0.52 },
      ],
    }),
    group(
      'translate(520 568) rotate(6)',
      rect(-46, 0, 84, 96, RED, { rx: 8, stroke: PAPER, 'stroke-width': 8 }),
      stroke('M-22 0q0 -36 18 -36t18 36', PAPER, 8),
    ),
  ]
}
