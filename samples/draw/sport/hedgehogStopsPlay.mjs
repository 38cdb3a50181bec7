import { cloud, ground } from '../figures.mjs'
import {
  circle,
  ellipse,
  group,
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
  SHADE,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

/** A hedgehog walks across the crease, and play waits. */
export function hedgehogStopsPlay() {
  const spines = times(46, (i) => {
    const angle = 186 + (i * 172) / 45
    const [x, y] = polar(1010, 850, 190, angle)
    const [tx, ty] = polar(1010, 850, 236 + (i % 3) * 16, angle - 8)
    return stroke(`M${x} ${y}L${tx} ${ty}`, KEY, 13)
  })
  const inner = [150, 110, 70].map((r, row) =>
    times(11 - row * 2, (i) => {
      const angle = 208 + row * 6 + i * (130 / (10 - row * 2))
      return stroke(`M${polar(1020, 850, r, angle)}L${polar(1020, 850, r + 24, angle - 5)}`, PAPER, 6)
    }),
  )
  return [
    passage('noon', [ink({ spot: 0.85 }), ink({ spot: 0.3 })]),
    rect(0, 0, WIDTH, 690, 'url(#noon)'),
    circle(1130, 260, 130, PAPER),
    cloud(270, 250, 340, PAPER),
    cloud(1340, 420, 280, PAPER),
    ground(
      [-20, 640, 220, 560, 480, 610, 800, 560, 1150, 616, 1400, 570, 1640, 620],
      720,
      ink({ spot: 0.8, key: 0.35 }),
    ),
    poly([1200, 640, 1200, 540, 1260, 500, 1320, 540, 1320, 640], PAPER, { stroke: KEY, 'stroke-width': 8 }),
    rect(1236, 560, 48, 80, RED),
    rect(0, 640, WIDTH, 440, SPOT),
    poly([380, 640, 1220, 640, 1700, HEIGHT, -100, HEIGHT], ink({ spot: 0.3 })),
    rect(-20, 930, 1640, 18, PAPER),
    poly([300, 690, 316, 690, 120, 1080, 96, 1080], PAPER),
    overprint(poly([400, 930, 670, 930, 350, 1010, 50, 1010], ink({ key: 0.4 }))),
    [430, 530, 630].map((x) => [
      rect(x - 22, 330, 44, 600, PAPER, { rx: 20, stroke: KEY, 'stroke-width': 10 }),
      overprint(rect(x + 2, 340, 18, 580, ink({ key: 0.5 }))),
      rect(x - 22, 370, 44, 12, RED),
    ]),
    [478, 582].map((x) => rect(x - 50, 306, 100, 26, RED, { rx: 12, stroke: KEY, 'stroke-width': 8 })),
    group(
      'translate(50 0)',
      overprint(ellipse(1020, 936, 270, 20, SHADE)),
      path('M800 900Q812 690 1010 660Q1230 670 1236 910Q1240 930 1210 930H860Q800 936 800 900Z', KEY),
      spines,
      inner,
      path(
        'M868 930Q800 944 742 900Q716 884 722 868Q760 850 800 806Q840 772 880 790Q920 850 868 930Z',
        PAPER,
        { stroke: KEY, 'stroke-width': 10 },
      ),
      circle(724, 876, 19, KEY),
      circle(820, 842, 14, KEY),
      path('M866 800q-10 -50 30 -56q44 10 24 66Z', PAPER, { stroke: KEY, 'stroke-width': 9 }),
      [880, 1000, 1130].map((x) => rect(x, 914, 60, 26, KEY, { rx: 13 })),
    ),
    circle(1440, 876, 62, RED),
    overprint(path('M1378 876a62 62 0 0 0 124 0q-62 40 -124 0Z', SHADE)),
    stroke('M1396 836q52 24 96 -2M1390 852q56 26 106 0', PAPER, 5),
  ]
}
