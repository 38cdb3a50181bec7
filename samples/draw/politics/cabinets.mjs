import { figure } from '../figures.mjs'
import {
  circle,
  group,
  HEIGHT,
  ink,
  KEY,
  overprint,
  PAPER,
  passage,
  polar,
  poly,
  RED,
  rect,
  SHADE,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

const PLUM = ink({ red: 1, spot: 1 })

/** A seat of government built of filing cabinets. */
export function cabinets() {
  const cabinet = (x, y, w, rows, h, { open = [], front = PAPER, handle = KEY } = {}) =>
    times(rows, (i) => {
      const top = y - (i + 1) * h
      const out = open.includes(i) ? 34 : 0
      return [
        rect(x, top, w, h, KEY),
        out
          ? [
              poly([x, top + 10, x + w, top + 10, x + w + 10, top + 10 + out, x - 10, top + 10 + out], PLUM),
              times(4, (n) =>
                poly(
                  [
                    x + 14 + n * (w / 4),
                    top + 22,
                    x + (n + 0.8) * (w / 4),
                    top - 26 + (n % 2) * 14,
                    x + (n + 1) * (w / 4),
                    top + 30,
                  ],
                  PAPER,
                  { stroke: KEY, 'stroke-width': 4 },
                ),
              ),
            ]
          : '',
        rect(x + (out ? -8 : 6), top + 6 + out, w + (out ? 16 : -12), h - 12, out ? RED : front),
        rect(x + w * 0.28, top + h * 0.24 + out, w * 0.44, h * 0.2, PAPER, {
          stroke: KEY,
          'stroke-width': 5,
        }),
        rect(x + w * 0.36, top + h * 0.6 + out, w * 0.28, h * 0.11, handle, { rx: 4 }),
      ]
    })
  const sheet = (x, y, turn, w = 66) =>
    group(
      `translate(${x} ${y}) rotate(${turn})`,
      poly([-w / 2, -w * 0.7, w / 2, -w * 0.6, w * 0.42, w * 0.7, -w * 0.55, w * 0.6], PAPER, {
        stroke: KEY,
        'stroke-width': 6,
      }),
      times(4, (i) => stroke(`M${-w * 0.3} ${-w * 0.32 + i * w * 0.23}l${w * 0.56} ${w * 0.05}`, SPOT, 4)),
    )
  return [
    passage('haze', [ink({ spot: 0.65 }), ink({ spot: 0.06 })]),
    rect(0, 0, WIDTH, HEIGHT, 'url(#haze)'),
    cabinet(40, 990, 150, 3, 104, { front: ink({ spot: 0.5 }) }),
    cabinet(190, 990, 150, 4, 104, { front: ink({ spot: 0.5 }) }),
    cabinet(340, 990, 150, 3, 104, { front: ink({ spot: 0.5 }) }),
    cabinet(490, 990, 150, 4, 104, { front: SPOT, open: [2] }),
    cabinet(960, 990, 150, 5, 104, { front: SPOT, open: [3] }),
    cabinet(1110, 990, 150, 3, 104, { front: ink({ spot: 0.5 }) }),
    cabinet(1260, 990, 150, 4, 104, { front: ink({ spot: 0.5 }) }),
    cabinet(1410, 990, 150, 3, 104, { front: ink({ spot: 0.5 }) }),
    cabinet(676, 990, 248, 5, 118, { open: [1, 4] }),
    rect(650, 380, 300, 24, KEY),
    rect(676, 150, 248, 232, PAPER, { stroke: KEY, 'stroke-width': 10 }),
    circle(800, 266, 94, KEY),
    circle(800, 266, 80, PAPER),
    times(12, (i) => stroke(`M${polar(800, 266, 62, i * 30)}L${polar(800, 266, 72, i * 30)}`, KEY, 7)),
    stroke(`M800 266L${polar(800, 266, 40, 205)}`, KEY, 11),
    stroke(`M800 266L${polar(800, 266, 58, -64)}`, RED, 8),
    rect(650, 130, 300, 26, KEY),
    poly([676, 130, 800, -70, 924, 130], SPOT, { stroke: KEY, 'stroke-width': 10 }),
    overprint(poly([800, -70, 924, 130, 840, 130], SHADE)),
    sheet(560, 250, -24),
    sheet(450, 410, 20, 58),
    sheet(1090, 200, 32),
    sheet(1200, 370, -14, 58),
    sheet(1010, 330, -40, 52),
    sheet(330, 190, 40, 52),
    sheet(1330, 150, 12, 48),
    rect(0, 984, WIDTH, 90, KEY),
    figure(1196, 836, 38, KEY, {
      hip: [0, 2],
      head: [0.1, -1],
      limbs: [
        { points: [0, 0.3, 1, 0.6, 1.6, -0.1] },
        { points: [0, 0.3, -0.8, 1, -0.4, 1.8] },
        { points: [0, 2, 0.5, 3, 0.5, 3.9], width: 0.6 },
        { points: [0, 2, -0.4, 3, -0.5, 3.9], width: 0.6 },
      ],
    }),
    sheet(1268, 822, 10, 44),
  ]
}
