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
  random,
  rect,
  rows,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

const PLUM = ink({ red: 1, spot: 1 })

/** The chamber divides over the clocks. */
export function chamber() {
  const next = random(4)
  // Rows of benches run to one vanishing point; each row is a ray, its length measured by t.
  const ends = rows(2, [420, 1130, 800, 1010, 1130, 800, 1420, 590])
  const row = (side, [endX, endY], t) => [800 + side * endX * t, 560 + (endY - 560) * t]
  const strip = (side, from, to, colour) =>
    poly([row(side, from, 0.3), row(side, from, 1.6), row(side, to, 1.6), row(side, to, 0.3)].flat(), colour)
  const member = (side, end, i) => {
    const t = 0.36 * 1.21 ** (i + next() * 0.35)
    const [x, y] = row(side, end, t)
    const r = 45 * t
    return [
      path(`M${x - r * 1.7} ${y + r}q0 ${-r * 2.6} ${r * 1.7} ${-r * 2.6}t${r * 1.7} ${r * 2.6}Z`, KEY),
      circle(x, y - r * 2.3, r, KEY),
      poly(
        [x - r * 0.36, y - r * 1.45, x + r * 0.36, y - r * 1.45, x, y - r * 0.2],
        next() < 0.4 ? RED : PAPER,
      ),
    ]
  }
  const benches = (side) =>
    [2, 1, 0].map((i) => [
      strip(side, ends[i], ends[i + 1], i === 1 ? ink({ spot: 1, key: 0.4 }) : SPOT),
      times(8, (n) => member(side, ends[i], n)),
      strip(side, ends[i], [ends[i][0] - 16, ends[i][1] + 34], PAPER),
      strip(side, [ends[i][0] - 16, ends[i][1] + 34], [ends[i][0] - 70, ends[i][1] + 130], i ? SPOT : PLUM),
    ])
  const clock = [
    circle(800, 350, 262, KEY),
    circle(800, 350, 236, PAPER),
    times(60, (i) => {
      const [a, b] = [polar(800, 350, i % 5 ? 208 : 186, i * 6), polar(800, 350, 220, i * 6)]
      return stroke(`M${a}L${b}`, KEY, i % 5 ? 4 : 12, { 'stroke-linecap': 'butt' })
    }),
    overprint(
      path(
        `M800 350L${polar(800, 350, 168, -60)}A168 168 0 0 1 ${polar(800, 350, 168, -30)}Z`,
        ink({ red: 0.45 }),
      ),
    ),
    stroke(`M800 350L${polar(800, 350, 128, -30)}`, RED, 20),
    stroke(`M800 350L${polar(800, 350, 128, -60)}`, KEY, 22),
    stroke(`M${polar(800, 350, 40, 90)}L${polar(800, 350, 190, -90)}`, KEY, 13),
    circle(800, 350, 24, KEY),
    circle(800, 350, 9, RED),
  ]
  return [
    passage('wall', [ink({ spot: 0.75, key: 0.2 }), ink({ spot: 0.2 })]),
    rect(0, 0, WIDTH, 640, 'url(#wall)'),
    times(9, (i) =>
      path(`M${-30 + i * 190} 640V230q72 -130 144 0V640Z`, i % 2 ? ink({ spot: 0.6 }) : ink({ spot: 0.32 })),
    ),
    rect(0, 620, WIDTH, 460, PAPER),
    poly([700, 620, 900, 620, 1130, HEIGHT, 470, HEIGHT], ink({ spot: 0.28 })),
    stroke('M726 620L560 1080M874 620L1040 1080', RED, 12),
    benches(-1),
    benches(1),
    clock,
    rect(672, 812, 256, 160, KEY),
    rect(642, 792, 316, 24, RED),
    rect(728, 760, 64, 32, PAPER, { stroke: KEY, 'stroke-width': 7 }),
    rect(808, 772, 74, 20, SPOT, { stroke: KEY, 'stroke-width': 7 }),
    times(3, (i) => rect(700 + i * 70, 846, 56, 96, 'none', { stroke: SPOT, 'stroke-width': 6 })),
  ]
}
