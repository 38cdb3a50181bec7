import { spark } from '../figures.mjs'
import {
  circle,
  ellipse,
  group,
  HEIGHT,
  ink,
  KEY,
  overprint,
  PAPER,
  path,
  polar,
  poly,
  RED,
  random,
  rect,
  ring,
  rows,
  SHADE,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

/** A cornet under the lamps. */
export function cornet() {
  const next = random(15)
  return [
    rect(0, 0, WIDTH, HEIGHT, PAPER),
    times(9, (i) => ring(1250, 560, 190 + i * 120, i % 2 ? SPOT : ink({ spot: 0.45 }), 60 - i * 3)),
    poly([0, 0, 700, 0, 700, HEIGHT, 0, HEIGHT], KEY),
    path('M700 -20H1000Q640 260 640 560T1000 1100H700Z', KEY),
    rows(2, [250, 18, 520, -6, 790, -22]).map(([x, turn]) =>
      group(
        `translate(${x} 150) rotate(${turn})`,
        poly([-46, 10, 46, 10, 210, 1100, -210, 1100], ink({ spot: 1, key: 0.62 })),
      ),
    ),
    rect(0, 20, 1010, 16, ink({ spot: 0.5 })),
    rows(2, [250, 18, 520, -6, 790, -22]).map(([x, turn]) => [
      group(
        `translate(${x} 150) rotate(${turn})`,
        stroke('M0 -70V-130', PAPER, 10),
        path('M-34 -110H34L52 0H-52Z', SPOT, { stroke: PAPER, 'stroke-width': 7 }),
        ellipse(0, 4, 56, 15, PAPER),
      ),
    ]),
    // The tubing first as a broad dark outline, then as brass inside it.
    [
      [62, KEY],
      [42, PAPER],
    ].map(([width, colour]) => [
      stroke('M330 560H1010', colour, width),
      stroke('M470 560Q400 560 400 630T470 700H850Q920 700 920 640T860 560', colour, width),
      stroke('M640 500V790M730 500V790M820 500V790', colour, width + 22),
    ]),
    overprint(
      stroke('M340 574H1000', SHADE, 14),
      stroke('M470 714H850', SHADE, 14),
      stroke('M654 500V790M744 500V790M834 500V790', SHADE, 18),
    ),
    [640, 730, 820].map((x, i) => [
      rect(x - 40, 486, 80, 26, RED, { rx: 8, stroke: KEY, 'stroke-width': 8 }),
      stroke(`M${x} 480V${i === 1 ? 440 : 412}`, KEY, 14),
      rect(x - 32, (i === 1 ? 430 : 402) - 18, 64, 26, PAPER, { rx: 13, stroke: KEY, 'stroke-width': 8 }),
      rect(x - 40, 790, 80, 30, RED, { rx: 8, stroke: KEY, 'stroke-width': 8 }),
    ]),
    path('M330 534H296Q270 520 244 506V614Q270 600 296 586H330Z', PAPER, { stroke: KEY, 'stroke-width': 10 }),
    path('M1000 530Q1140 516 1216 330Q1256 320 1262 360V760Q1256 800 1216 790Q1140 604 1000 590Z', PAPER, {
      stroke: KEY,
      'stroke-width': 12,
    }),
    overprint(path('M1000 566Q1150 572 1236 620L1248 780Q1230 796 1216 790Q1140 604 1000 590Z', SHADE)),
    ellipse(1250, 560, 42, 236, KEY),
    ellipse(1256, 560, 26, 212, RED),
    times(26, () => {
      const angle = (next() - 0.5) * 110
      const [x, y] = polar(1250, 560, 300 + next() * 420, angle)
      return next() < 0.5 ? circle(x, y, 10 + next() * 12, RED) : spark(x, y, 26 + next() * 22, KEY)
    }),
  ]
}
