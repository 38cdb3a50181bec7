import { gable, ground } from '../figures.mjs'
import {
  circle,
  HEIGHT,
  ink,
  KEY,
  overprint,
  PAPER,
  passage,
  path,
  polar,
  poly,
  RED,
  rect,
  rows,
  SHADE,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'
import { track } from './track.mjs'

/** A spire sends the valley its broadband. */
export function spire() {
  return [
    passage('dusk', [ink({ spot: 0.15 }), ink({ spot: 0.8 })]),
    rect(0, 0, WIDTH, HEIGHT, 'url(#dusk)'),
    times(5, (i) =>
      [150, -30].map((from) => {
        const r = 96 + i * 92
        return stroke(
          `M${polar(800, 184, r, from)}A${r} ${r} 0 0 1 ${polar(800, 184, r, from + 60)}`,
          i % 2 ? KEY : RED,
          26 - i * 2,
        )
      }),
    ),
    ground(
      [-20, 560, 240, 470, 480, 560, 760, 640, 1100, 560, 1360, 450, 1640, 560],
      HEIGHT,
      ink({ spot: 1, key: 0.4 }),
    ),
    ground([-20, 760, 300, 660, 640, 740, 980, 740, 1300, 660, 1640, 740], HEIGHT, KEY),
    track('M760 860H560L480 780H330V724', [[330, 706]], SPOT),
    track('M760 900H520L430 990H190V930', [[190, 912]], SPOT),
    track('M840 860H1040L1120 780H1280V716', [[1280, 698]], SPOT),
    track('M840 900H1080L1170 990H1420V920', [[1420, 902]], SPOT),
    track('M780 940V1010H600V1080', [], SPOT),
    track('M820 940V1010H1000V1080', [], SPOT),
    rows(3, [280, 724, 104, 136, 930, 116, 1232, 716, 104, 1368, 920, 116]).map(([x, y, size]) => [
      gable(x, y + 34, size, size * 1.02, PAPER),
      poly(
        [x - 10, y + 34 - size * 0.6, x + size / 2, y + 22 - size, x + size + 10, y + 34 - size * 0.6],
        RED,
      ),
      rect(x + size * 0.36, y + 34 - size * 0.4, size * 0.28, size * 0.4, KEY),
    ]),
    poly([800, 250, 872, 470, 728, 470], PAPER, {
      stroke: KEY,
      'stroke-width': 11,
      'stroke-linejoin': 'round',
    }),
    overprint(poly([800, 250, 872, 470, 820, 470], SHADE)),
    rect(716, 470, 168, 330, PAPER, { stroke: KEY, 'stroke-width': 11 }),
    overprint(rect(826, 476, 52, 320, SHADE)),
    path('M756 620V540a44 52 0 0 1 88 0V620Z', KEY),
    times(3, (i) => rect(756, 560 + i * 22, 88, 8, SPOT)),
    circle(800, 700, 38, SPOT, { stroke: KEY, 'stroke-width': 8 }),
    stroke('M800 700v-24M800 700l16 10', KEY, 7),
    path('M884 640L1000 600L1130 660V860H884Z', PAPER, { stroke: KEY, 'stroke-width': 11 }),
    path('M870 650L1000 560L1144 664V700L1000 610L884 690Z', RED, { stroke: KEY, 'stroke-width': 9 }),
    [930, 1020].map((x) => path(`M${x} 800V730a26 36 0 0 1 52 0V800Z`, KEY)),
    rect(716, 790, 168, 90, PAPER, { stroke: KEY, 'stroke-width': 11 }),
    path('M764 880V840a36 40 0 0 1 72 0V880Z', RED, { stroke: KEY, 'stroke-width': 8 }),
    stroke('M800 250V190', KEY, 10),
    circle(800, 184, 22, RED, { stroke: KEY, 'stroke-width': 8 }),
  ]
}
