import { cloud, figure, ground, tree } from '../figures.mjs'
import {
  circle,
  ellipse,
  HEIGHT,
  ink,
  KEY,
  PAPER,
  passage,
  path,
  poly,
  RED,
  rect,
  rows,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

const PINE = ink({ spot: 1, key: 0.5 })

/** A path of two hundred miles, and the post that points along it. */
export function longPath() {
  const arm = (y, side, w, colour) =>
    poly(
      [560, y, 560 + side * w, y, 560 + side * (w + 54), y + 40, 560 + side * w, y + 80, 560, y + 80],
      colour,
      { stroke: KEY, 'stroke-width': 10, 'stroke-linejoin': 'round' },
    )
  return [
    passage('air', [ink({ spot: 0.08 }), ink({ spot: 0.45 })]),
    rect(0, 0, WIDTH, 700, 'url(#air)'),
    circle(1080, 300, 180, RED),
    cloud(1330, 240, 320, PAPER),
    cloud(300, 200, 280, PAPER),
    ground(
      [-20, 500, 220, 380, 460, 470, 760, 520, 1000, 430, 1260, 360, 1640, 480],
      HEIGHT,
      ink({ spot: 0.5 }),
    ),
    ground([-20, 620, 300, 540, 640, 600, 940, 560, 1240, 500, 1640, 600], HEIGHT, SPOT),
    path(
      'M1000 548Q1090 590 1010 620T960 690Q1080 730 1180 760T1120 880Q900 930 700 1080H1180Q1240 960 1360 880T1330 740Q1190 690 1080 680T1070 622Q1120 580 1010 546Z',
      PAPER,
    ),
    ground([-20, 740, 200, 690, 480, 740, 700, 800, 900, 1000, 960, 1080], HEIGHT, PINE),
    ground([1180, 1080, 1300, 960, 1460, 880, 1640, 850], HEIGHT, KEY),
    times(4, (i) => [
      stroke(`M${1240 + i * 92} ${1040 - i * 56}V${920 - i * 56}`, SPOT, 12),
      i < 3
        ? stroke(
            `M${1240 + i * 92} ${960 - i * 56}L${1332 + i * 92} ${904 - i * 56}M${1240 + i * 92} ${1000 - i * 56}L${1332 + i * 92} ${944 - i * 56}`,
            SPOT,
            8,
          )
        : '',
    ]),
    rows(3, [150, 700, 170, 80, 710, 120, 1500, 560, 130, 1420, 550, 100]).map(([x, y, h]) =>
      tree(x, y, h, KEY),
    ),
    rows(2, [700, 600, 760, 622, 820, 606, 690, 650]).map(([x, y]) => [
      ellipse(x, y, 20, 13, PAPER, { stroke: KEY, 'stroke-width': 5 }),
      circle(x - 20, y - 4, 8, KEY),
      stroke(`M${x - 8} ${y + 12}v12M${x + 10} ${y + 12}v12`, KEY, 4),
    ]),
    rect(536, 180, 48, 800, KEY),
    rect(546, 180, 10, 800, SPOT),
    path('M528 184Q560 110 592 184Z', RED, { stroke: KEY, 'stroke-width': 9 }),
    arm(230, 1, 300, PAPER),
    arm(350, -1, 210, PAPER),
    arm(470, 1, 220, RED),
    times(5, (i) => rect(606 + [0, 62, 150, 176, 236][i], 262, [46, 70, 12, 46, 24][i], 16, KEY)),
    times(3, (i) => rect(378 + [0, 72, 100][i], 382, [56, 14, 60][i], 16, KEY)),
    times(3, (i) => rect(606 + [0, 58, 126][i], 502, [42, 54, 30][i], 16, PAPER)),
    times(14, (i) => stroke(`M${440 + i * 18} ${990 + (i % 3) * 10}l${-8 + (i % 4) * 6} -60`, KEY, 6)),
    figure(1096, 776, 40, KEY, {
      hip: [-0.1, 2],
      head: [0.2, -0.95],
      limbs: [
        { points: [0, 0.3, 0.9, 1, 1.5, 0.7] },
        { points: [-0.1, 2, 0.7, 3, 0.9, 4.1], width: 0.55 },
        { points: [-0.1, 2, -0.6, 3, -1.1, 4], width: 0.55 },
      ],
    }),
    rect(1034, 764, 52, 84, RED, { rx: 16, stroke: KEY, 'stroke-width': 7 }),
    stroke('M1158 800L1176 950', KEY, 7),
    path('M1076 730q26 -36 58 0l18 6q0 8 -18 8h-58Z', RED),
  ]
}
