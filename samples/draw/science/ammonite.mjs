import { figure, ground } from '../figures.mjs'
import {
  clipped,
  curve,
  ellipse,
  group,
  HEIGHT,
  ink,
  KEY,
  overprint,
  PAPER,
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

/** An ammonite in the cliff, and the child who saw it. */
export function ammonite() {
  const [cx, cy] = [820, 486]
  const spiral = (turns) => polar(cx, cy, 462 * 0.55 ** turns, 62 - turns * 360)
  const coil = (from, to) => curve(times(41, (i) => spiral(from + ((to - from) * i) / 40)))
  const shell = `${coil(0, 1)}Z`
  const layers = [
    [70, ink({ spot: 0.35 })],
    [210, PAPER],
    [300, SPOT],
    [400, ink({ spot: 0.5 })],
    [540, PAPER],
    [620, ink({ spot: 0.35 })],
    [740, SPOT],
    [830, ink({ spot: 0.5 })],
  ]
  const ribs = times(72, (i) => {
    const turns = 0.02 + i / 30
    const [[x1, y1], [mx, my], [x2, y2]] = [spiral(turns), spiral(turns + 0.42), spiral(turns + 0.94)]
    return stroke(`M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}`, KEY, Math.max(3, 14 * 0.4 ** turns))
  })
  const next = random(12)
  return [
    rect(0, 0, WIDTH, HEIGHT, ink({ spot: 0.2 })),
    layers.map(([y, colour], i) =>
      ground(times(9, (n) => [-40 + n * 210, y + Math.sin(n * 1.3 + i) * 26 - n * 6]).flat(), HEIGHT, colour),
    ),
    times(46, () => {
      const [x, y] = [next() * WIDTH, 60 + next() * 820]
      return stroke(`M${x} ${y}l${16 + next() * 50} ${-3 + next() * 4}`, KEY, 5)
    }),
    group('translate(30 34)', overprint(path(shell, ink({ key: 0.7 })))),
    path(shell, RED, { stroke: KEY, 'stroke-width': 40, 'stroke-linejoin': 'round' }),
    path(shell, RED),
    clipped('shell', path(shell, KEY), ribs),
    rows(2, [0, 1, 1, 2, 2, 3, 3, 4]).map(([from, to]) => [
      stroke(coil(from, to), KEY, 30 * 0.6 ** from),
      stroke(coil(from, to), PAPER, 14 * 0.6 ** from),
    ]),
    overprint(
      clipped(
        'shade',
        path(shell, KEY),
        path(
          `M${cx + 300} ${cy - 300}A424 424 0 0 1 ${cx - 300} ${cy + 300}A600 600 0 0 0 ${cx + 300} ${cy - 300}Z`,
          ink({ key: 0.4 }),
        ),
      ),
    ),
    stroke(`M${spiral(0)}L${spiral(1)}`, PAPER, 14),
    ground([-20, 960, 300, 930, 700, 950, 1100, 930, 1640, 960], HEIGHT, KEY),
    times(16, () =>
      ellipse(
        next() * WIDTH,
        980 + next() * 80,
        20 + next() * 26,
        9 + next() * 8,
        next() < 0.5 ? SPOT : PAPER,
      ),
    ),
    figure(404, 744, 44, KEY, {
      hip: [0, 2],
      head: [0, -1],
      limbs: [
        { points: [0, 0.3, 1.2, 0.2, 2.2, -0.9] },
        { points: [0, 0.3, -0.8, 1.1, -1, 2.1] },
        { points: [0, 2, 0.4, 3.2, 0.4, 4.5], width: 0.56 },
        { points: [0, 2, -0.4, 3.2, -0.5, 4.5], width: 0.56 },
      ],
    }),
    path('M378 694q26 -46 56 -2l26 8q-4 10 -26 8Z', RED),
    poly([326, 842, 394, 842, 384, 906, 336, 906], RED, { stroke: KEY, 'stroke-width': 7 }),
    stroke('M330 842q30 -40 60 0', KEY, 6),
  ]
}
