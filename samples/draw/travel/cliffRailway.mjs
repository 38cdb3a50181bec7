import { cloud, gable, gull } from '../figures.mjs'
import {
  circle,
  group,
  HEIGHT,
  ink,
  KEY,
  PAPER,
  passage,
  path,
  poly,
  RED,
  random,
  rect,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

const PINE = ink({ spot: 1, key: 0.5 })

/** A cliff railway that runs on rain. */
export function cliffRailway() {
  const car = (x, y, colour) =>
    group(
      `translate(${x} ${y})`,
      poly([-150, 84, 150, -84, 150, 90], KEY),
      rect(-160, -150, 320, 190, colour, { rx: 16, stroke: KEY, 'stroke-width': 11 }),
      rect(-180, -172, 360, 30, KEY, { rx: 12 }),
      times(4, (i) => rect(-138 + i * 72, -118, 58, 76, PAPER, { rx: 6, stroke: KEY, 'stroke-width': 7 })),
      [-109, 36].map((dx, i) => [
        circle(dx, -78, 17, KEY),
        path(`M${dx - 26} -44q4 -32 26 -32t26 32Z`, i ? RED : KEY),
      ]),
      rect(-160, -16, 320, 12, PAPER),
      stroke('M-110 -172q0 -34 30 -34h160q30 0 30 34', KEY, 9),
    )
  const next = random(3)
  return [
    passage('sky', [ink({ spot: 0.6 }), ink({ spot: 0.1 })]),
    rect(0, 0, WIDTH, HEIGHT, 'url(#sky)'),
    circle(420, 330, 150, RED),
    cloud(680, 220, 300, PAPER),
    cloud(190, 500, 240, PAPER),
    rect(0, 690, WIDTH, 400, SPOT),
    times(20, () => rect(next() * 900 - 60, 710 + next() * 300, 80 + next() * 90, 8, PAPER, { rx: 4 })),
    // The pier.
    rect(-20, 660, 430, 22, KEY),
    times(9, (i) => stroke(`M${10 + i * 48} 680V800M${10 + i * 48} 690l48 90`, KEY, 6)),
    path('M30 660V600H110V570L150 530L190 570V600H270V660Z', PAPER, { stroke: KEY, 'stroke-width': 8 }),
    poly([20, 604, 70, 560, 120, 604], RED),
    poly([180, 604, 230, 560, 280, 604], RED),
    stroke('M150 530V480', KEY, 7),
    poly([150, 480, 196, 494, 150, 510], RED),
    path('M1640 120L1290 180L1180 330L1060 400L960 560L820 640L700 800L600 850L440 1080H1640Z', KEY),
    path(
      'M1640 150L1310 206L1204 356L1084 426L984 586L844 666L724 826L624 876L480 1080H560L690 900L790 850L900 690L1030 620L1120 470L1250 390L1350 250L1640 200Z',
      PINE,
    ),
    times(22, () =>
      stroke(
        `M${900 + next() * 640} ${560 + next() * 480}l${20 + next() * 50} ${-14 + next() * 10}`,
        SPOT,
        6,
      ),
    ),
    group(
      'rotate(-29.25 800 620)',
      rect(-400, 692, 2600, 16, PAPER),
      rect(-400, 750, 2600, 16, PAPER),
      times(50, (i) => rect(-400 + i * 56, 684, 16, 92, PAPER)),
      stroke('M-400 728H2200', RED, 7),
    ),
    car(560, 788, RED),
    car(1096, 488, PAPER),
    gable(1390, 182, 170, 150, PAPER),
    poly([1376, 98, 1475, 16, 1574, 98], RED, { stroke: KEY, 'stroke-width': 8 }),
    rect(1450, 110, 50, 72, KEY),
    gull(330, 130, 56, KEY),
    gull(220, 190, 38, KEY, 6),
    gull(450, 90, 32, KEY, 6),
    times(16, (i) =>
      stroke(`M${560 + (i % 8) * 34} ${262 + (i % 3) * 16 + Math.floor(i / 8) * 70}l-12 34`, KEY, 6),
    ),
  ]
}
