import { figure, ground } from '../figures.mjs'
import {
  circle,
  curve,
  group,
  HEIGHT,
  ink,
  KEY,
  PAPER,
  passage,
  path,
  poly,
  RED,
  random,
  rect,
  rows,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

/** The postwoman comes off the ridge first. */
export function fellRace() {
  const letter = (x, y, turn, size) =>
    group(
      `translate(${x} ${y}) rotate(${turn}) scale(${size})`,
      rect(-40, -26, 80, 52, PAPER, { stroke: KEY, 'stroke-width': 6 }),
      stroke('M-40 -26L0 8L40 -26', KEY, 5),
    )
  const next = random(13)
  const flags = rows(2, [590, 792, 930, 846, 560, 912, 1060, 986])
  return [
    passage('air', [ink({ spot: 0.55 }), ink({ spot: 0.08 })]),
    rect(0, 0, WIDTH, HEIGHT, 'url(#air)'),
    circle(850, 400, 310, RED),
    ground(
      [-40, 560, 180, 430, 420, 520, 640, 600, 1000, 560, 1260, 400, 1640, 520],
      HEIGHT,
      ink({ spot: 0.5 }),
    ),
    ground([-40, 620, 260, 640, 560, 610, 820, 636, 1100, 560, 1400, 540, 1640, 600], HEIGHT, SPOT),
    path(
      `${curve(rows(2, [-40, 760, 240, 700, 560, 690, 860, 674, 1160, 700, 1420, 780, 1640, 820]))}L1640 1100H-40Z`,
      KEY,
    ),
    stroke('M930 690C700 740 420 760 620 806S1080 830 930 872S330 900 620 946S1240 970 1080 1090', PAPER, 16),
    times(34, () => stroke(`M${next() * WIDTH} ${830 + next() * 240}l12 -24l9 26`, SPOT, 5)),
    flags.map(([x, y]) => [
      stroke(`M${x} ${y}v-74`, PAPER, 6),
      poly([x, y - 76, x + 50, y - 58, x, y - 40], RED),
    ]),
    figure(856, 366, 84, KEY, {
      hip: [-0.5, 1.95],
      head: [0.42, -0.92],
      limbs: [
        { points: [0.05, 0.15, -0.85, 0.95, -1.75, 0.45], width: 0.4 },
        { points: [0.05, 0.15, 0.95, 0.9, 1.55, 0.05], width: 0.4 },
        { points: [-0.5, 1.95, 0.75, 2.35, 0.5, 3.55, 0.85, 3.62], width: 0.52 },
        { points: [-0.5, 1.95, -1.15, 3.05, -2.3, 2.85, -2.42, 3.1], width: 0.52 },
      ],
    }),
    stroke('M842 372Q880 470 790 520', PAPER, 13),
    group(
      'translate(766 520) rotate(14)',
      rect(-64, -44, 124, 96, PAPER, { rx: 12, stroke: KEY, 'stroke-width': 9 }),
      path('M-64 -40h124v34q-62 38 -124 0Z', SPOT, { stroke: KEY, 'stroke-width': 7 }),
    ),
    stroke('M872 300q-44 -6 -66 34', KEY, 26),
    path('M858 258q34 -54 84 -6l26 16q-6 14 -36 10Z', SPOT),
    letter(610, 480, -16, 1),
    letter(490, 400, 24, 0.9),
    letter(380, 470, -38, 0.85),
    letter(270, 350, 12, 0.7),
  ]
}
