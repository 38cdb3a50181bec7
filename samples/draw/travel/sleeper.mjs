import { ground, stars } from '../figures.mjs'
import {
  circle,
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
  times,
  WIDTH,
} from '../marks.mjs'

/** The sleeper along the loch. */
export function sleeper() {
  const next = random(27)
  return [
    passage('night', [ink({ spot: 1, key: 0.85 }), ink({ spot: 1, key: 0.3 }), ink({ spot: 0.8 })]),
    rect(0, 0, WIDTH, 600, 'url(#night)'),
    stars(110, 33, [0, 0, WIDTH, 420], PAPER),
    circle(800, 300, 130, PAPER),
    rows(3, [760, 260, 26, 850, 330, 34, 790, 360, 14]).map(([x, y, r]) =>
      circle(x, y, r, ink({ spot: 0.25 })),
    ),
    poly(
      [
        -20, 600, 180, 330, 300, 430, 470, 240, 640, 470, 740, 420, 900, 560, 1040, 470, 1220, 290, 1340, 410,
        1470, 300, 1640, 560, 1640, 640, -20, 640,
      ],
      ink({ spot: 1, key: 0.55 }),
    ),
    poly([470, 240, 520, 308, 480, 330, 450, 300, 420, 320], PAPER),
    poly([1220, 290, 1272, 342, 1226, 364, 1196, 336, 1170, 362], PAPER),
    ground([-20, 560, 260, 500, 560, 560, 860, 590, 1200, 530, 1640, 580], 700, KEY),
    times(34, (i) => {
      const [x, h] = [i * 48 + next() * 20, 50 + next() * 60]
      return poly([x - 18, 620, x, 620 - h, x + 18, 620], KEY)
    }),
    rect(0, 610, WIDTH, 480, SPOT),
    rect(0, 606, WIDTH, 46, KEY),
    [-150, 160, 470, 780].map((x) => [
      rect(x, 520, 296, 82, RED, { rx: 10, stroke: KEY, 'stroke-width': 8 }),
      rect(x + 4, 520, 288, 14, KEY),
      times(6, (i) => rect(x + 20 + i * 45, 548, 30, 28, i % 4 === 2 ? KEY : PAPER, { rx: 4 })),
      rect(x, 588, 296, 10, KEY),
    ]),
    path('M1090 602V524Q1090 512 1104 512H1260Q1310 520 1330 602Z', RED, { stroke: KEY, 'stroke-width': 8 }),
    path('M1236 530H1262Q1286 540 1296 566H1236Z', PAPER, { stroke: KEY, 'stroke-width': 6 }),
    rect(1120, 540, 80, 30, PAPER, { rx: 4, stroke: KEY, 'stroke-width': 6 }),
    poly([1326, 586, 1640, 540, 1640, 640], PAPER),
    circle(1316, 590, 11, PAPER),
    times(13, (i) => {
      const w = 260 - i * 13
      return rect(800 - w / 2 + Math.sin(i * 1.9) * 20, 680 + i * 30, w, 14, PAPER, { rx: 7 })
    }),
    [-150, 160, 470, 780].map((x) =>
      times(6, (i) =>
        times(3, (k) =>
          rect(
            x + 20 + i * 45 + Math.sin(k * 2 + i) * 6,
            670 + k * 26,
            28 - k * 5,
            10,
            i % 4 === 2 ? KEY : RED,
            { rx: 5 },
          ),
        ),
      ),
    ),
    times(40, () =>
      rect(next() * WIDTH, 760 + next() * 300, 60 + next() * 120, 7, next() < 0.6 ? KEY : PAPER, { rx: 3 }),
    ),
    ground([-20, 1010, 240, 980, 520, 1050, 760, 1067], 1100, KEY),
    ground([900, 1067, 1140, 1040, 1380, 980, 1640, 1000], 1100, KEY),
    rows(3, [120, 1010, 300, 210, 1010, 220, 1440, 1000, 340, 1540, 1010, 260, 1350, 1010, 200]).map(
      ([x, y, h]) =>
        times(4, (i) =>
          poly(
            [
              x - h * (0.12 + i * 0.06),
              y - h * (0.66 - i * 0.2),
              x,
              y - h * (1 - i * 0.2),
              x + h * (0.12 + i * 0.06),
              y - h * (0.66 - i * 0.2),
            ],
            KEY,
          ),
        ).concat(rect(x - 8, y - h * 0.1, 16, h * 0.14, KEY)),
    ),
  ]
}
