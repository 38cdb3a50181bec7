import {
  circle,
  ellipse,
  HEIGHT,
  ink,
  KEY,
  overprint,
  PAPER,
  path,
  polar,
  poly,
  RED,
  rect,
  SHADE,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

const WINE = ink({ red: 1, key: 0.55 })

/** Rows of seat backs, seen from behind. */
const seats = (y, size, colour, shift) =>
  times(Math.ceil(WIDTH / size) + 2, (i) => [
    rect(shift + i * size - size * 0.44, y, size * 0.88, 400, colour, { rx: size * 0.3 }),
    rect(shift + i * size - size * 0.3, y + size * 0.16, size * 0.6, 400, 'none', {
      rx: size * 0.2,
      stroke: KEY,
      'stroke-width': 5,
    }),
  ])

/** The ghost light on a stage that has been dark for years. */
export function ghostLight() {
  const fold = (x, side) =>
    times(6, (i) => {
      const w = 58 - i * 3
      return path(
        `M${x + side * i * 62} -10H${x + side * (i * 62 + w)}Q${x + side * (i * 66 + w)} 500 ${x + side * (i * 40 + w - 20)} 900H${x + side * (i * 40 - 10)}Q${x + side * i * 66} 500 ${x + side * i * 62} -10Z`,
        i % 2 ? WINE : RED,
      )
    })
  return [
    rect(0, 0, WIDTH, HEIGHT, ink({ spot: 1, key: 0.85 })),
    [
      [640, { spot: 1, key: 0.55 }],
      [540, { spot: 1, key: 0.25 }],
      [450, { spot: 1 }],
      [370, { spot: 0.7 }],
      [300, { spot: 0.42 }],
      [236, { spot: 0.2 }],
    ].map(([r, tones]) => circle(800, 400, r, ink(tones))),
    times(16, (i) => {
      const [a, b] = [polar(800, 400, 130, i * 22.5), polar(800, 400, i % 2 ? 178 : 208, i * 22.5)]
      return stroke(`M${a}L${b}`, KEY, 7)
    }),
    poly([0, 800, WIDTH, 800, WIDTH, HEIGHT, 0, HEIGHT], KEY),
    ellipse(800, 846, 560, 66, ink({ spot: 0.6 })),
    ellipse(800, 840, 300, 34, PAPER),
    times(12, (i) => stroke(`M${800 + (i - 5.5) * 92} 800L${800 + (i - 5.5) * 190} 960`, KEY, 5)),
    fold(0, 1),
    fold(1600, -1),
    path(
      'M0 0H1600V96Q1500 170 1400 96Q1300 170 1200 96Q1100 170 1000 96Q900 170 800 96Q700 170 600 96Q500 170 400 96Q300 170 200 96Q100 170 0 96Z',
      RED,
    ),
    overprint(
      path(
        'M0 0H1600V40Q1500 114 1400 40Q1300 114 1200 40Q1100 114 1000 40Q900 114 800 40Q700 114 600 40Q500 114 400 40Q300 114 200 40Q100 114 0 40Z',
        SHADE,
      ),
    ),
    rect(790, 470, 20, 370, KEY),
    path('M700 846Q800 800 900 846Z', KEY),
    circle(800, 390, 88, PAPER, { stroke: KEY, 'stroke-width': 10 }),
    rect(764, 462, 72, 50, KEY, { rx: 8 }),
    stroke('M780 462L772 396L790 414L800 386L810 414L828 396L820 462', RED, 6),
    seats(880, 150, WINE, 40),
    seats(966, 190, KEY, -30),
  ]
}
