import { figure, gull, stars } from '../figures.mjs'
import {
  group,
  ink,
  KEY,
  overprint,
  PAPER,
  passage,
  path,
  poly,
  RED,
  rect,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'
import { ballotBox } from './ballotBox.mjs'
import { cross } from './cross.mjs'

/** A ballot box is rowed home from the smallest polling station. */
export function rowedHome() {
  const swell = (y, height, length, colour, phase) =>
    path(
      `M-100 ${y}${times(14, (i) => `q${length / 2} ${(i % 2 ? 1 : -1) * height} ${length} 0`).join('')}V1200H-100Z`,
      colour,
      { transform: `translate(${phase} 0)` },
    )
  return [
    passage('evening', [ink({ spot: 0.95, key: 0.25 }), ink({ spot: 0.7 }), ink({ spot: 0.15 })]),
    rect(0, 0, WIDTH, 700, 'url(#evening)'),
    stars(40, 3, [0, 0, WIDTH, 300], PAPER),
    poly([1180, 268, -60, 40, -60, 330, 1180, 306], PAPER),
    poly([1180, 268, -60, 40, -60, 330, 1180, 306], ink({ spot: 0.12 })),
    path('M930 650q70 -120 200 -130t330 40q120 40 200 90Z', KEY),
    poly([1142, 540, 1158, 316, 1226, 316, 1242, 540], PAPER),
    poly([1147, 480, 1151, 420, 1233, 420, 1237, 480], RED),
    poly([1154, 366, 1158, 316, 1226, 316, 1230, 366], RED),
    rect(1144, 300, 96, 18, KEY),
    rect(1164, 256, 56, 46, PAPER, { stroke: KEY, 'stroke-width': 8 }),
    path('M1152 258q40 -60 80 0Z', KEY),
    swell(660, 46, 150, ink({ spot: 0.6 }), 0),
    swell(740, 56, 180, SPOT, -60),
    group(
      'translate(790 800) rotate(-4)',
      ballotBox(190, 0, 280, 210, RED, PAPER),
      rect(90, -154, 200, 118, PAPER),
      cross(190, -95, 36, KEY, 16),
      group(
        'translate(190 -236) rotate(-9)',
        rect(-62, -110, 124, 118, PAPER, { stroke: KEY, 'stroke-width': 8 }),
        cross(0, -62, 22, RED, 11),
      ),
      rect(38, -222, 304, 22, PAPER, { stroke: KEY, 'stroke-width': 8 }),
      figure(-150, -196, 74, KEY, {
        hip: [-0.3, 2.1],
        head: [0.35, -0.95],
        limbs: [
          { points: [0.1, 0.2, 0.9, 1.1, 1.9, 0.8] },
          { points: [-0.3, 2.1, 1.4, 1.9, 1.7, 2.8], width: 0.62 },
        ],
      }),
      path('M-176 -276q40 -46 92 -4l30 10q-4 16 -40 14Z', RED),
      path('M-480 -60Q0 -10 470 -86Q430 130 300 160H-260Q-400 130 -480 -60Z', PAPER, {
        stroke: KEY,
        'stroke-width': 10,
      }),
      path('M-468 -40Q0 12 460 -66Q452 -26 440 0Q0 68 -446 20Z', KEY),
      overprint(path('M-440 60Q0 110 420 40Q380 140 300 160H-260Q-390 130 -440 60Z', ink({ key: 0.4 }))),
      stroke('M20 -140L-300 190', KEY, 17),
      path('M-280 150l-90 120q-30 24 -12 -22l64 -126Z', KEY),
    ),
    swell(900, 60, 200, SPOT, -120),
    swell(908, 60, 200, ink({ spot: 1, key: 0.35 }), -120),
    swell(990, 60, 230, KEY, -30),
    gull(420, 380, 66, KEY, 10),
    gull(560, 290, 44, KEY, 8),
    gull(300, 250, 36, KEY, 7),
  ]
}
