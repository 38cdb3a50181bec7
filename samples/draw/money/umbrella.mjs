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
  random,
  rect,
  ring,
  rows,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'
import { coin } from './coin.mjs'
import { pile } from './pile.mjs'
import { pound } from './pound.mjs'

/** An umbrella in a rain of coins. */
export function umbrella() {
  const next = random(10)
  const panel = (x1, x2, colour) =>
    path(
      `M800 190Q${x1 * 0.72 + 224} 330 ${x1} 600Q${(x1 + x2) / 2} 530 ${x2} 600Q${x2 * 0.72 + 224} 330 800 190Z`,
      colour,
      { stroke: KEY, 'stroke-width': 10, 'stroke-linejoin': 'round' },
    )
  const drops = times(44, () => [next() * 1600, next() * 1000, 24 + next() * 22, next()])
  return [
    rect(0, 0, WIDTH, HEIGHT, ink({ spot: 0.4 })),
    times(30, (i) => stroke(`M${i * 60 - 120} -20L${i * 60 - 340} 1100`, ink({ spot: 0.75 }), 7)),
    drops
      .filter(([x, y]) => Math.abs(x - 800) > 500 || y < 120)
      .map(([x, y, r, turn]) =>
        group(
          `translate(${x} ${y}) rotate(${turn * 60 - 30}) scale(${0.45 + turn * 0.55} 1)`,
          circle(0, 0, r, SPOT, { stroke: KEY, 'stroke-width': 7 }),
          ring(0, 0, r * 0.6, KEY, 4),
        ),
      ),
    poly([310, 620, 1290, 620, 1180, 1000, 420, 1000], PAPER),
    rect(0, 960, WIDTH, 120, KEY),
    ellipse(800, 976, 470, 40, PAPER),
    panel(280, 470, RED),
    panel(1130, 1320, RED),
    panel(470, 690, PAPER),
    panel(910, 1130, PAPER),
    panel(690, 910, RED),
    overprint(path('M800 190Q1170 300 1320 600Q1225 530 1130 600Q1090 350 800 190Z', ink({ key: 0.42 }))),
    stroke('M800 190V140', KEY, 16),
    stroke('M800 575V880Q800 950 860 950T920 890', KEY, 22),
    stroke('M920 890v-22', RED, 26),
    rows(2, [390, 270, 540, 200, 1010, 190, 1190, 260]).map(([x, y], i) => [
      coin(x, y - 30, 40, i % 2 ? SPOT : PAPER),
      stroke(`M${x - 58} ${y - 60}l-22 -26M${x + 58} ${y - 60}l22 -26`, KEY, 7),
    ]),
    pile(450, 976, 84, 3, SPOT),
    pile(1160, 976, 84, 5, SPOT),
    pile(1330, 986, 80, 2, SPOT),
    coin(640, 800, 110, SPOT),
    pound(640, 802, 112, KEY),
  ]
}
