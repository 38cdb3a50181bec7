import { spark } from '../figures.mjs'
import {
  circle,
  ellipse,
  HEIGHT,
  ink,
  KEY,
  overprint,
  PAPER,
  path,
  polar,
  poly,
  RED,
  rect,
  ring,
  rows,
  SHADE,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'
import { aerial } from './aerial.mjs'

/** A quiz buzzer that receives. */
export function buzzer() {
  return [
    rect(0, 0, WIDTH, HEIGHT, SPOT),
    times(18, (i) =>
      poly(
        [800, 640, polar(800, 640, 1400, i * 20 - 5), polar(800, 640, 1400, i * 20 + 5)].flat(),
        i % 2 ? PAPER : ink({ spot: 0.45 }),
      ),
    ),
    times(3, (i) =>
      ring(800, 640, 430 + i * 70, KEY, 12 - i * 3, { 'stroke-dasharray': `${70 - i * 16} ${44 + i * 10}` }),
    ),
    aerial(800, 330, [-230, -220], [240, -210]),
    rect(0, 920, WIDTH, 160, KEY),
    overprint(ellipse(800, 930, 520, 26, SHADE)),
    path('M380 740V850Q380 930 800 930T1220 850V740Z', PAPER, { stroke: KEY, 'stroke-width': 14 }),
    overprint(path('M960 800V922Q1220 910 1220 850V740Z', SHADE)),
    ellipse(800, 740, 420, 108, PAPER, { stroke: KEY, 'stroke-width': 14 }),
    ellipse(800, 738, 330, 78, KEY),
    path('M486 730Q486 330 800 330T1114 730Q1114 800 800 800T486 730Z', RED, {
      stroke: KEY,
      'stroke-width': 14,
    }),
    overprint(path('M1040 480Q1114 580 1114 730Q1114 800 800 800Q1010 760 1040 480Z', ink({ key: 0.6 }))),
    stroke('M560 640Q570 460 690 404', PAPER, 30),
    stroke('M742 384L752 381', PAPER, 30),
    path('M730 330a70 60 0 0 1 140 0Z', KEY),
    times(7, (i) =>
      circle(476 + i * 108, 864 + 40 * Math.sin((Math.PI * (i + 0.5)) / 7), 17, i % 2 ? RED : SPOT, {
        stroke: KEY,
        'stroke-width': 6,
      }),
    ),
    rows(3, [300, 300, 50, 1310, 260, 60, 1370, 620, 40, 220, 640, 44]).map(([x, y, r]) =>
      spark(x, y, r, KEY),
    ),
  ]
}
