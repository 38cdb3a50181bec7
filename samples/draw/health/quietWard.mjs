import { ground, stars } from '../figures.mjs'
import {
  circle,
  clipped,
  HEIGHT,
  ink,
  KEY,
  overprint,
  PAPER,
  path,
  poly,
  RED,
  rect,
  SHADE,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

/** A ward with its lights out. */
export function quietWard() {
  return [
    rect(0, 0, WIDTH, HEIGHT, ink({ spot: 1, key: 0.6 })),
    rect(500, 70, 600, 500, PAPER),
    rect(524, 94, 552, 452, KEY),
    stars(26, 14, [540, 110, 520, 300], PAPER),
    path('M900 170a104 104 0 1 0 70 178a84 84 0 0 1 -70 -178Z', PAPER),
    ground([524, 490, 640, 440, 760, 480, 900, 430, 1076, 480], 546, SPOT),
    rect(790, 94, 20, 452, PAPER),
    rect(524, 300, 552, 16, PAPER),
    rect(470, 566, 660, 34, PAPER),
    path('M430 50H700Q610 300 460 590H430Z', SPOT),
    path('M1170 50H900Q990 300 1140 590H1170Z', SPOT),
    times(3, (i) => [
      stroke(`M${470 + i * 60} 60Q${460 + i * 44} 300 ${448 + i * 14} 580`, KEY, 5),
      stroke(`M${1130 - i * 60} 60Q${1140 - i * 44} 300 ${1152 - i * 14} 580`, KEY, 5),
    ]),
    rect(400, 40, 800, 24, KEY),
    poly([520, 600, 1080, 600, 1380, 1080, 220, 1080], ink({ spot: 0.7, key: 0.25 })),
    rect(0, 1000, WIDTH, 80, KEY),
    stroke('M250 560V1010M1350 660V1010', KEY, 26),
    stroke('M250 600q-6 -50 40 -50', KEY, 20),
    rect(250, 880, 1100, 44, KEY),
    rect(250, 790, 1100, 100, PAPER, { rx: 20, stroke: KEY, 'stroke-width': 10 }),
    path('M280 800Q270 690 360 684T520 720Q540 760 520 800Z', PAPER, { stroke: KEY, 'stroke-width': 10 }),
    circle(446, 700, 66, PAPER, { stroke: KEY, 'stroke-width': 9 }),
    path('M378 716Q366 620 450 622Q520 628 516 690Q470 640 430 668Q392 680 378 716Z', KEY),
    stroke('M420 700q12 10 24 0M470 700q12 10 24 0M450 732q12 8 24 0', KEY, 6),
    path('M500 800Q520 690 640 690Q760 700 860 680Q1000 660 1100 690Q1240 680 1330 720V880H500Z', RED, {
      stroke: KEY,
      'stroke-width': 10,
    }),
    path('M500 800Q510 740 560 712L640 880H500Z', PAPER, { stroke: KEY, 'stroke-width': 9 }),
    clipped(
      'blanket',
      path(
        'M500 800Q520 690 640 690Q760 700 860 680Q1000 660 1100 690Q1240 680 1330 720V880H660L560 712Z',
        RED,
      ),
      overprint(
        times(6, (i) => stroke(`M${720 + i * 110} 640L${690 + i * 120} 900`, SHADE, 22)),
        rect(600, 800, 800, 26, SHADE),
      ),
    ),
    rect(1316, 700, 120, 150, PAPER, { stroke: KEY, 'stroke-width': 9 }),
    rect(1350, 686, 52, 24, KEY),
    stroke('M1334 790h22l12 -34l20 62l14 -40l8 12h18', RED, 7),
    circle(290, 1020, 24, KEY, { stroke: PAPER, 'stroke-width': 6 }),
    circle(1320, 1020, 24, KEY, { stroke: PAPER, 'stroke-width': 6 }),
    // The lamp over the bed, off.
    stroke('M262 560Q236 440 300 396', SPOT, 13),
    path('M276 408L318 350Q402 380 392 462Z', SPOT, { stroke: KEY, 'stroke-width': 6 }),
  ]
}
