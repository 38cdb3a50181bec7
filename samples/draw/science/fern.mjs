import {
  circle,
  clipped,
  curve,
  group,
  HEIGHT,
  ink,
  KEY,
  overprint,
  PAPER,
  path,
  polar,
  RED,
  random,
  rect,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

/** A fern's frond: leaflets in pairs along a stem that bends, `side` 1 to the right or -1 to the left. */
function frond(x, y, length, side, colour, turn) {
  const at = (t) => [side * length * 0.55 * t ** 2, -length * Math.sin(t * 1.45)]
  const leaflets = times(15, (i) => {
    const t = 0.16 + (i / 15) * 0.84
    const [px, py] = at(t)
    const [qx, qy] = at(t + 0.02)
    const heading = (Math.atan2(qy - py, qx - px) * 180) / Math.PI
    const size = length * 0.3 * Math.sin(Math.min(1, 1.18 - t) * 2.1) + 12
    return [-62, 62].map((lean) =>
      group(
        `translate(${px} ${py}) rotate(${heading + lean})`,
        path(`M0 0Q${size * 0.4} ${-size * 0.24} ${size} 0Q${size * 0.4} ${size * 0.24} 0 0Z`, colour),
      ),
    )
  })
  return group(
    `translate(${x} ${y}) rotate(${turn})`,
    leaflets,
    stroke(curve(times(9, (i) => at(i / 8))), KEY, 9),
  )
}

/** A fern that gathers metal, grown in a test tube. */
export function fern() {
  const tube = (more, fill) => path('M676 470H924V880A124 124 0 0 1 676 880Z', fill, more)
  const next = random(5)
  return [
    rect(0, 0, WIDTH, HEIGHT, ink({ spot: 0.25 })),
    circle(800, 440, 400, PAPER),
    times(24, (i) =>
      stroke(`M${polar(800, 440, 418, i * 15)}L${polar(800, 440, i % 2 ? 440 : 466, i * 15)}`, SPOT, 9),
    ),
    frond(800, 520, 470, -1, ink({ spot: 1, key: 0.5 }), -34),
    frond(800, 520, 470, 1, ink({ spot: 1, key: 0.5 }), 34),
    frond(800, 520, 420, 1, SPOT, -8),
    frond(790, 520, 400, -1, SPOT, -64),
    frond(810, 520, 400, 1, SPOT, 64),
    tube({}, PAPER),
    clipped(
      'tube',
      tube({}, KEY),
      path('M660 610q35 -22 70 0t70 0t70 0t70 0V1020H660Z', RED),
      times(7, (i) =>
        stroke(`M${776 + i * 8} 470Q${760 + i * 14} 620 ${700 + i * 34} ${740 + (i % 3) * 70}`, KEY, 8),
      ),
      times(7, (i) =>
        stroke(`M${760 + i * 13} ${640 + (i % 2) * 24}q${(i - 3) * 16} 30 ${(i - 3) * 20} 90`, KEY, 5),
      ),
      times(22, () => circle(690 + next() * 220, 650 + next() * 320, 5 + next() * 11, PAPER)),
      overprint(rect(866, 460, 60, 560, ink({ key: 0.45 }))),
      stroke('M712 520V860', PAPER, 22),
    ),
    tube({ stroke: KEY, 'stroke-width': 13 }, 'none'),
    rect(648, 444, 304, 42, PAPER, { rx: 20, stroke: KEY, 'stroke-width': 12 }),
    times(5, (i) => stroke(`M924 ${640 + i * 54}h-${i % 2 ? 34 : 54}`, KEY, 8)),
    rect(380, 740, 290, 26, KEY),
    rect(930, 740, 290, 26, KEY),
    rect(380, 740, 26, 290, KEY),
    rect(1194, 740, 26, 290, KEY),
    rect(320, 1016, 960, 70, KEY),
  ]
}
