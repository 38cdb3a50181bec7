import { ground, gull } from '../figures.mjs'
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
  rect,
  rows,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

/** A puffin, counted. */
export function puffin() {
  return [
    passage('sea', [ink({ spot: 0.18 }), ink({ spot: 0.55 })]),
    rect(0, 0, WIDTH, HEIGHT, 'url(#sea)'),
    circle(1180, 300, 150, PAPER),
    rows(3, [300, 250, 60, 420, 180, 44, 200, 170, 34, 1380, 560, 50, 1270, 640, 34]).map(([x, y, s]) =>
      gull(x, y, s, KEY, s / 7),
    ),
    rect(0, 640, WIDTH, 200, ink({ spot: 0.85 })),
    times(16, (i) => rect((i * 271) % 1500, 662 + (i % 5) * 30, 130, 7, PAPER, { rx: 4 })),
    ground([-20, 900, 260, 850, 600, 880, 1000, 850, 1300, 880, 1640, 840], HEIGHT, SPOT),
    times(40, (i) => stroke(`M${(i * 173) % 1600} ${930 + ((i * 61) % 130)}l-6 -34m6 34l12 -30`, KEY, 5)),
    // Feet, body, wing, then the head.
    [690, 830].map((x) => [
      stroke(`M${x} 860V946`, RED, 26),
      path(`M${x - 50} 966q6 -44 50 -50q60 6 76 50Z`, RED, { stroke: KEY, 'stroke-width': 8 }),
    ]),
    path('M560 520C480 640 500 800 600 870C680 920 840 920 930 850C1010 760 1010 600 930 480Z', PAPER, {
      stroke: KEY,
      'stroke-width': 12,
    }),
    path('M560 500C440 600 430 780 480 900C520 880 560 860 600 870C560 760 600 640 690 560Z', KEY),
    path('M640 560C560 640 540 780 560 890C660 850 730 730 720 600Z', KEY, {
      stroke: PAPER,
      'stroke-width': 7,
    }),
    path(
      'M540 520C500 380 560 180 770 170C950 170 1010 300 980 430C960 520 900 560 760 560S560 560 540 520Z',
      KEY,
    ),
    path(
      'M640 330C660 240 800 220 900 250C960 290 970 380 930 450C860 510 720 500 660 440Q630 400 640 330Z',
      PAPER,
    ),
    overprint(
      path('M640 400C660 500 860 520 930 450C900 500 830 520 760 512S640 460 640 400Z', ink({ key: 0.45 })),
    ),
    path('M900 250C1010 240 1120 320 1150 440Q1080 470 930 470Q880 360 900 250Z', RED, {
      stroke: KEY,
      'stroke-width': 11,
    }),
    path('M900 250C930 246 960 252 984 264Q960 360 992 468Q960 472 930 470Q880 360 900 250Z', KEY),
    path('M1000 272C1020 282 1040 296 1056 310Q1040 390 1064 460L1030 466Q1004 370 1000 272Z', PAPER),
    stroke('M930 376Q1040 400 1146 436', KEY, 8),
    poly([790, 270, 850, 350, 740, 350], KEY),
    circle(792, 330, 26, RED),
    circle(792, 330, 13, KEY),
    stroke('M720 366Q690 400 640 400', KEY, 8),
    // Three sand eels in the bill.
    [0, 1, 2].map((i) => [
      stroke(`M${1010 + i * 40} 416q${-26 + i * 10} 60 ${-14 + i * 20} 116`, KEY, 24),
      stroke(`M${1010 + i * 40} 416q${-26 + i * 10} 60 ${-14 + i * 20} 116`, PAPER, 13),
    ]),
    stroke('M960 392Q1050 404 1130 432', RED, 22),
    rect(812, 892, 36, 20, PAPER, { stroke: KEY, 'stroke-width': 6 }),
  ]
}
