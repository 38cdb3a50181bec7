import { gable, stars } from '../figures.mjs'
import {
  clipped,
  ellipse,
  group,
  HEIGHT,
  ink,
  KEY,
  PAPER,
  passage,
  path,
  poly,
  RED,
  rect,
  rows,
  stroke,
  WIDTH,
} from '../marks.mjs'

/** One lamp in a village that would rather see the stars. */
export function darkVillage() {
  const roofs = rows(
    3,
    [
      -30, 250, 300, 170, 200, 250, 330, 230, 320, 500, 260, 240, 930, 250, 330, 1130, 210, 260, 1290, 240,
      340, 1490, 240, 270,
    ],
  )
  return [
    passage('night', [
      ink({ key: 1, spot: 1 }),
      ink({ key: 0.8, spot: 1 }),
      ink({ key: 0.3, spot: 1 }),
      ink({ spot: 0.8 }),
    ]),
    passage('cone', [PAPER, ink({ spot: 0.35 })]),
    rect(0, 0, WIDTH, HEIGHT, 'url(#night)'),
    group('rotate(-24 800 300)', stars(260, 7, [-100, 190, 1800, 230], PAPER)),
    stars(170, 5, [0, 0, WIDTH, 640], PAPER),
    path('M1210 178a92 92 0 1 0 60 160a74 74 0 0 1 -60 -160Z', PAPER),
    roofs.map(([x, width, height]) => [
      gable(x, 880, width, height, KEY),
      rect(x + width * 0.72, 880 - height * 1.02, 34, height * 0.4, KEY),
    ]),
    rect(0, 860, WIDTH, 210, KEY),
    poly([800, 420, 1080, 1000, 520, 1000], 'url(#cone)'),
    ellipse(800, 1000, 280, 46, PAPER),
    clipped(
      'lit',
      poly([800, 420, 1080, 1000, 520, 1000], KEY),
      rect(560, 560, 480, 400, ink({ spot: 0.5 })),
      rect(690, 690, 132, 270, RED),
      rect(800, 820, 10, 26, PAPER),
      rect(880, 690, 110, 120, KEY),
      rect(931, 690, 8, 120, ink({ spot: 0.5 })),
      rect(880, 746, 110, 8, ink({ spot: 0.5 })),
      rect(670, 958, 172, 20, PAPER),
    ),
    rect(1056, 400, 14, 640, KEY),
    stroke('M1063 440C1063 340 800 330 800 392', KEY, 14),
    path('M740 424Q748 384 800 384T860 424Z', KEY),
    ellipse(800, 424, 34, 13, PAPER),
  ]
}
