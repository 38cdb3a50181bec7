import { heart, spark } from '../figures.mjs'
import {
  circle,
  group,
  HEIGHT,
  ink,
  KEY,
  PAPER,
  path,
  RED,
  rect,
  rows,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

/** A stethoscope for a clef, hearts for notes. */
export function choir() {
  const wave = (x) => 40 * Math.sin((x / 1600) * Math.PI * 2)
  const stave = times(5, (i) => {
    const y = 420 + i * 76
    return stroke(`M-20 ${y}C270 ${y + 84} 530 ${y + 84} 800 ${y}S1330 ${y - 84} 1620 ${y}`, KEY, 8)
  })
  const note = (x, row, size, up = true) => {
    const y = 420 + row * 38 + wave(x) * 1.5
    const stem = up
      ? [x + size * 0.86, y - size * 0.3, -size * 3.1]
      : [x - size * 0.86, y - size * 0.3, size * 3]
    return [
      stroke(`M${stem[0]} ${stem[1]}v${stem[2]}`, KEY, 13),
      heart(x, y, size, RED, { stroke: KEY, 'stroke-width': 9 / size }),
    ]
  }
  return [
    rect(0, 0, WIDTH, HEIGHT, ink({ spot: 0.32 })),
    circle(620, 560, 400, PAPER),
    path(
      'M-20 360C270 444 530 444 800 360S1330 276 1620 360V784C1330 700 1070 700 800 784S270 868 -20 784Z',
      SPOT,
    ),
    stave,
    // Ear pieces at the top, the tube turning as a treble clef turns, the chest piece below.
    group(
      'translate(150 70) scale(0.9)',
      [
        [46, KEY],
        [26, RED],
      ].map(([width, colour]) => [
        stroke('M420 90C360 180 390 300 520 330C660 300 690 180 630 90', colour, width * 0.72),
        stroke(
          'M520 330C520 420 300 480 300 640C300 780 420 840 530 830C650 820 720 730 690 640C660 560 540 540 490 610C450 670 490 730 550 726',
          colour,
          width,
        ),
        stroke('M520 330C560 520 600 760 580 880C566 950 500 970 470 930', colour, width),
      ]),
      rows(3, [420, 90, 32, 630, 90, -32]).map(([x, y, turn]) =>
        group(`translate(${x} ${y}) rotate(${turn})`, rect(-22, -62, 44, 70, KEY, { rx: 20 })),
      ),
      circle(446, 908, 74, KEY),
      circle(446, 908, 56, PAPER),
      circle(446, 908, 34, SPOT, { stroke: KEY, 'stroke-width': 8 }),
      circle(520, 332, 30, KEY),
    ),
    note(920, 5, 54),
    note(1085, 3, 54),
    note(1240, 6, 54),
    note(1400, 2, 54, false),
    note(1550, 4, 54),
    spark(1180, 190, 40, RED),
    spark(960, 160, 26, KEY),
    spark(1420, 940, 44, KEY),
    spark(1040, 930, 30, RED),
  ]
}
