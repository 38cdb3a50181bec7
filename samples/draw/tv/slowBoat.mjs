import { ground, tree } from '../figures.mjs'
import {
  circle,
  clipped,
  HEIGHT,
  ink,
  KEY,
  overprint,
  PAPER,
  passage,
  path,
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
import { aerial } from './aerial.mjs'

/** A narrowboat leaves the screen by way of a bridge. */
export function slowBoat() {
  const screen = () => rect(344, 226, 720, 520, KEY, { rx: 120 })
  return [
    passage('room', [ink({ spot: 0.12 }), ink({ spot: 0.5 })]),
    rect(0, 0, WIDTH, HEIGHT, 'url(#room)'),
    times(17, (i) => stroke(`M${50 + i * 94} 0V800`, ink({ spot: 0.9 }), 5)),
    aerial(770, 160, [-170, -130], [210, -120]),
    rect(280, 160, 1040, 650, KEY, { rx: 60 }),
    rect(298, 178, 1004, 614, PAPER, { rx: 46 }),
    rect(328, 210, 752, 552, KEY, { rx: 130 }),
    clipped(
      'screen',
      screen(),
      rect(340, 220, 740, 540, ink({ spot: 0.35 })),
      circle(560, 340, 62, RED),
      ground([320, 470, 440, 430, 600, 470, 760, 400, 920, 440, 1100, 400], 760, SPOT),
      tree(420, 520, 190, KEY),
      tree(990, 530, 210, KEY),
      rect(340, 540, 740, 230, PAPER),
      path('M330 560V470Q520 330 704 330T1080 470V560H930Q930 380 704 380T478 560Z', RED),
      overprint(path('M330 500V470Q520 330 704 330T1080 470V500Q900 350 704 350T330 500Z', SHADE)),
      path('M478 560Q478 740 704 740T930 560H1080V640Q900 800 704 800T330 650V560Z', ink({ red: 0.5 })),
      rect(330, 552, 760, 12, KEY),
      times(9, (i) => rect(370 + ((i * 163) % 600), 596 + i * 17, 110, 7, ink({ spot: 1 }), { rx: 4 })),
    ),
    circle(1190, 282, 56, PAPER, { stroke: KEY, 'stroke-width': 10 }),
    stroke('M1190 282l26 -30', KEY, 12),
    // The boat: its stern on the screen, its bow out in the room.
    path('M590 560H1420Q1500 560 1516 520Q1510 660 1400 670H640Q600 660 590 560Z', KEY),
    rect(596, 576, 830, 18, RED),
    path('M690 560V462Q694 444 716 442H1290Q1320 446 1334 560Z', SPOT, { stroke: KEY, 'stroke-width': 10 }),
    rect(680, 428, 640, 22, KEY, { rx: 8 }),
    times(4, (i) => [
      circle(790 + i * 130, 506, 32, PAPER, { stroke: KEY, 'stroke-width': 9 }),
      stroke(`M${790 + i * 130} 478v56`, KEY, 5),
    ]),
    rect(770, 352, 28, 80, KEY),
    rect(760, 344, 48, 18, RED),
    rows(3, [786, 316, 20, 744, 290, 26, 690, 276, 32]).map(([x, y, r]) =>
      circle(x, y, r, PAPER, { stroke: KEY, 'stroke-width': 6 }),
    ),
    rows(2, [900, 424, 970, 424, 1040, 424]).map(([x, y], i) => [
      poly([x - 20, y - 34, x + 20, y - 34, x + 14, y + 2, x - 14, y + 2], RED, {
        stroke: KEY,
        'stroke-width': 6,
      }),
      times(3, (n) => stroke(`M${x} ${y - 34}q${(n - 1) * 18} -20 ${(n - 1) * 24} -40`, KEY, 6)),
      times(3, (n) =>
        circle(x + (n - 1) * 24, y - 78 + (n % 2) * -8, 13, i % 2 ? PAPER : RED, {
          stroke: KEY,
          'stroke-width': 5,
        }),
      ),
    ]),
    stroke('M640 560V430', KEY, 14),
    path('M610 560q-4 -86 30 -92t34 92Z', KEY),
    circle(641, 440, 27, KEY),
    path('M606 436h72l-16 -28h-38Z', RED),
    stroke('M600 560L540 600M600 556l-60 6', KEY, 12),
    stroke('M560 680q40 -22 80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0', PAPER, 9),
    rect(380, 800, 70, 90, KEY),
    rect(1150, 800, 70, 90, KEY),
    rect(0, 880, WIDTH, 200, RED),
    rect(0, 872, WIDTH, 14, KEY),
    overprint(rect(300, 900, 1000, 40, SHADE, { rx: 20 })),
  ]
}
