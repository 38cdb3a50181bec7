import {
  circle,
  clipped,
  curve,
  group,
  HEIGHT,
  ink,
  KEY,
  PAPER,
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
import { aerial } from './aerial.mjs'
import { tube } from './tube.mjs'

/** A sofa reads the subtitles. */
export function subtitles() {
  const profile = rows(
    2,
    [0, -150, 40, -120, 52, -70, 90, -20, 66, -6, 74, 22, 62, 36, 66, 56, 46, 88, 10, 96, -10, 150, -60, 190],
  )
  const face = (x, side, colour) =>
    group(
      `translate(${x} 392) scale(${side * 1.15} 1.15)`,
      path(
        `${curve(profile)}L-64 260L-220 280Q-176 170 -196 104C-270 10 -250 -196 -92 -204C-44 -206 -16 -184 0 -150Z`,
        colour,
      ),
    )
  const sitter = (x, y, r, colour) => [
    path(`M${x - r * 1.9} ${y + r * 4}q0 ${-r * 3.3} ${r * 1.9} ${-r * 3.3}t${r * 1.9} ${r * 3.3}Z`, colour),
    circle(x, y, r, colour),
  ]
  return [
    rect(0, 0, WIDTH, HEIGHT, ink({ spot: 1, key: 0.62 })),
    poly([330, 130, 1270, 130, 1700, 1100, -100, 1100], ink({ spot: 1, key: 0.22 })),
    aerial(800, 130, [-190, -150], [170, -160], PAPER),
    rect(300, 130, 1000, 560, KEY, { rx: 30 }),
    tube(336, 166, 928, 488, ink({ spot: 0.4 })),
    clipped(
      'set',
      tube(336, 166, 928, 488, PAPER),
      circle(800, 400, 240, PAPER),
      face(560, 1, RED),
      face(1040, -1, KEY),
      rect(490, 520, 620, 48, KEY),
      rect(590, 582, 420, 48, KEY),
      times(9, (i) =>
        rect(
          510 + [0, 74, 170, 216, 300, 352, 440, 500, 548][i],
          538,
          [60, 82, 32, 70, 38, 76, 46, 34, 32][i],
          12,
          PAPER,
        ),
      ),
      times(6, (i) =>
        rect(612 + [0, 60, 146, 190, 262, 322][i], 600, [46, 72, 30, 58, 46, 54][i], 12, PAPER),
      ),
    ),
    poly([420, 690, 480, 690, 440, 780, 400, 780], KEY),
    poly([1120, 690, 1180, 690, 1200, 780, 1160, 780], KEY),
    sitter(560, 730, 76, KEY),
    circle(560, 640, 34, KEY),
    sitter(790, 700, 82, KEY),
    path('M702 690q88 -110 176 0l-10 -60q-78 -70 -156 0Z', RED),
    sitter(1010, 752, 66, KEY),
    stroke('M944 752A66 66 0 0 1 1076 752', SPOT, 10),
    rect(300, 836, 1000, 260, RED, { rx: 60, stroke: KEY, 'stroke-width': 12 }),
    rect(228, 890, 130, 260, RED, { rx: 50, stroke: KEY, 'stroke-width': 12 }),
    rect(1242, 890, 130, 260, RED, { rx: 50, stroke: KEY, 'stroke-width': 12 }),
    stroke('M640 850V1080M960 850V1080', KEY, 8),
    times(3, (i) => circle(480 + i * 320, 960, 13, KEY)),
    // The cat along the back of the sofa.
    path('M1096 844q-10 -70 50 -84q70 -10 90 84Z', KEY),
    circle(1130, 764, 36, KEY),
    poly([1098, 752, 1102, 708, 1128, 734], KEY),
    poly([1162, 752, 1158, 708, 1132, 734], KEY),
    stroke('M1226 836q60 20 44 84t20 70', KEY, 17),
  ]
}
