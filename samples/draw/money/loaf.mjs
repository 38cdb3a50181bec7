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
  rows,
  SHADE,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

/** A loaf that slices into a chart. */
export function loaf() {
  const slice = (x, top, w) => {
    const bread = (inset, fill, more) => {
      const [l, r, t] = [x + inset, x + w - inset, top + inset]
      return path(
        `M${l} ${830 - inset}V${t + 74}C${l - 30} ${t + 50} ${l - 20} ${t - 22} ${l + 34} ${t - 16}Q${x + w / 2} ${t - 40} ${r - 34} ${t - 16}C${r + 20} ${t - 22} ${r + 30} ${t + 50} ${r} ${t + 74}V${830 - inset}Z`,
        fill,
        more,
      )
    }
    return [
      bread(0, ink({ spot: 1, red: 0.35 }), { stroke: KEY, 'stroke-width': 10, 'stroke-linejoin': 'round' }),
      bread(15, PAPER),
      times(9, (i) =>
        ellipse(
          x + 34 + ((i * 47) % (w - 68)),
          top + 50 + ((i * 89) % Math.max(50, 740 - top)),
          6 + (i % 3) * 3,
          5 + (i % 2) * 3,
          ink({ spot: 0.7 }),
        ),
      ),
    ]
  }
  const bars = rows(2, [200, 690, 384, 610, 568, 640, 752, 510, 936, 440, 1120, 330])
  return [
    rect(0, 0, WIDTH, HEIGHT, SPOT),
    times(10, (i) =>
      times(15, (n) => (i + n) % 2 && rect(n * 110 - 20, i * 110 - 20, 110, 110, ink({ spot: 0.72 }))),
    ).map((row) => row.filter(Boolean)),
    bars.map(([x, top]) => slice(x, top, 150)),
    stroke(`M130 640${bars.map(([x, top]) => `L${x + 75} ${top - 100}`).join('')}L1350 130`, PAPER, 34, {
      'stroke-linejoin': 'miter',
    }),
    stroke(`M130 640${bars.map(([x, top]) => `L${x + 75} ${top - 100}`).join('')}L1342 138`, RED, 19, {
      'stroke-linejoin': 'miter',
    }),
    poly([1390, 84, 1374, 204, 1280, 122], RED, { stroke: PAPER, 'stroke-width': 9 }),
    path('M120 830H1400L1440 900H90Z', ink({ red: 1, key: 0.5 }), { stroke: KEY, 'stroke-width': 10 }),
    rect(90, 896, 1350, 50, RED, { stroke: KEY, 'stroke-width': 10 }),
    overprint(times(4, (i) => stroke(`M160 ${846 + i * 16}H1380`, SHADE, 5))),
    rect(0, 984, WIDTH, 90, KEY),
    rect(0, 942, WIDTH, 50, PAPER),
    group(
      'translate(1424 640) rotate(12)',
      path('M-16 -420Q44 -300 44 -60V60H-16Z', PAPER, { stroke: KEY, 'stroke-width': 9 }),
      times(12, (i) => circle(-16, -400 + i * 37, 9, KEY)),
      rect(-22, 56, 74, 200, KEY, { rx: 22 }),
      [110, 190].map((y) => circle(14, y, 9, SPOT)),
    ),
    times(18, (i) =>
      circle(170 + ((i * 211) % 1180), 962 + ((i * 13) % 16), 5 + (i % 3) * 2, ink({ spot: 1, key: 0.3 })),
    ),
  ]
}
