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
  poly,
  RED,
  rect,
  ring,
  rows,
  SHADE,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

/** A hanging lamp turned by `turn` degrees; its lens is at x, y. */
const lamp = (x, y, turn, lens = PAPER) =>
  group(
    `translate(${x} ${y}) rotate(${turn})`,
    stroke('M0 -78V-150', KEY, 12),
    path('M-34 -120H34L52 0H-52Z', KEY),
    rect(-60, -8, 120, 22, KEY, { rx: 6 }),
    ellipse(0, 12, 46, 11, lens),
  )

/** The back half of the pantomime horse takes a bow. */
export function pantomimeHorse() {
  const leg = (x, y, bend, shoe) => [
    stroke(`M${x} ${y}L${x + bend} ${y + 110}L${x + bend * 0.3} ${y + 236}`, KEY, 62, {
      'stroke-linejoin': 'round',
    }),
    path(`M${x + bend * 0.3 - 34} ${y + 240}h66q60 4 62 40h-128Z`, shoe, { stroke: KEY, 'stroke-width': 8 }),
  ]
  return [
    rect(0, 0, WIDTH, HEIGHT, ink({ spot: 1, key: 0.55 })),
    times(11, (i) => rect(i * 150 - 20, 0, 74, 840, SPOT)),
    poly([470, -40, 700, -40, 1290, 900, 240, 900], ink({ spot: 0.22 })),
    rect(0, 860, WIDTH, 220, KEY),
    ellipse(770, 900, 560, 74, PAPER),
    overprint(ellipse(790, 912, 400, 30, SHADE)),
    leg(560, 640, -26, RED),
    leg(650, 640, 22, RED),
    leg(930, 640, -20, PAPER),
    leg(1020, 640, 30, PAPER),
    path('M800 400Q640 380 560 420Q460 480 480 650Q520 720 640 706Q720 690 800 700Z', RED, {
      stroke: KEY,
      'stroke-width': 10,
    }),
    path(
      'M800 400Q920 420 980 380L1040 300Q1080 230 1160 250L1300 330Q1350 370 1310 420Q1270 450 1210 420L1140 400Q1100 450 1090 560Q1090 690 1010 712Q900 690 800 700Z',
      PAPER,
      { stroke: KEY, 'stroke-width': 10 },
    ),
    rows(2, [560, 500, 640, 600, 700, 470, 580, 640]).map(([x, y]) => circle(x, y, 30, PAPER)),
    rows(2, [880, 500, 960, 600, 1010, 470, 870, 630]).map(([x, y]) => circle(x, y, 30, SPOT)),
    stroke('M800 404V696', KEY, 10, { 'stroke-dasharray': '26 18', 'stroke-linecap': 'butt' }),
    path('M486 500Q380 520 370 660Q360 740 320 770Q430 780 450 660Q456 600 500 580Z', KEY),
    path('M976 384Q1000 240 1110 218L1130 262Q1040 300 1036 420Q1010 440 976 384Z', KEY),
    path('M1100 250L1096 150Q1150 170 1160 250Z', PAPER, { stroke: KEY, 'stroke-width': 10 }),
    circle(1172, 316, 30, PAPER, { stroke: KEY, 'stroke-width': 8 }),
    circle(1180, 320, 14, KEY),
    times(3, (i) => stroke(`M${1166 + i * 18} 278l${6 + i * 8} -22`, KEY, 6)),
    circle(1300, 366, 9, KEY),
    stroke('M1214 408Q1250 420 1290 400', KEY, 8),
    stroke('M1120 420Q1180 330 1258 300', RED, 14),
    lamp(580, 30, 0),
    lamp(1015, 30, 0, SPOT),
    rect(0, -10, WIDTH, 34, KEY),
    spark(330, 330, 46, PAPER),
    spark(1420, 610, 40, PAPER),
    spark(400, 230, 24, PAPER),
    rows(2, [300, 960, 520, 1010, 1180, 1000, 1330, 950, 900, 1026]).map(([x, y], i) => [
      stroke(`M${x} ${y}l${i % 2 ? 70 : -70} 14`, SPOT, 7),
      circle(x, y, 20, RED),
      ring(x, y, 9, PAPER, 4),
    ]),
  ]
}
