import {
  circle,
  clipped,
  ellipse,
  group,
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
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

/** The ball on the centre spot of a ground with one stand. */
export function centreSpot() {
  const next = random(8)
  const [x, y, r] = [800, 690, 250]
  const pentagon = (cx, cy, size, turn, squash = 1, lean = 0) =>
    group(
      `translate(${cx} ${cy}) rotate(${lean}) scale(${squash} 1) rotate(${-lean})`,
      poly(times(5, (i) => polar(0, 0, size, turn + i * 72)).flat(), KEY),
    )
  const ball = [
    circle(x, y, r, PAPER),
    clipped(
      'ball',
      circle(x, y, r, PAPER),
      times(5, (i) => {
        const angle = -90 + i * 72
        const [mx, my] = polar(x, y, r * 0.66, angle)
        return [
          stroke(`M${polar(x, y, r * 0.36, angle)}L${mx} ${my}`, KEY, 10),
          stroke(
            `M${mx} ${my}L${polar(x, y, r * 0.83, angle - 25)}M${mx} ${my}L${polar(x, y, r * 0.83, angle + 25)}`,
            KEY,
            10,
          ),
          pentagon(...polar(x, y, r * 0.98, angle + 36), r * 0.33, angle + 36 + 180, 0.72, angle + 36),
        ]
      }),
      pentagon(x, y, r * 0.37, -90),
      overprint(
        path(
          `M${x - r} ${y}A${r} ${r} 0 0 0 ${x + r} ${y}A${r * 1.06} ${r * 0.8} 0 0 1 ${x - r} ${y}Z`,
          ink({ key: 0.45, spot: 0.5 }),
        ),
      ),
    ),
    circle(x, y, r, 'none', { stroke: KEY, 'stroke-width': 12 }),
  ]
  const pylon = (px, side) => [
    poly([px, 150, px + side * 620, 560, px + side * 330, 640], ink({ spot: 0.16 })),
    stroke(`M${px - 22} 520L${px - 8} 170M${px + 22} 520L${px + 8} 170`, KEY, 7),
    times(7, (i) => stroke(`M${px - 20 + i} ${500 - i * 46}L${px + 18 - i} ${460 - i * 46}`, KEY, 4)),
    rect(px - 66, 96, 132, 84, KEY),
    times(6, (i) => circle(px - 42 + (i % 3) * 42, 118 + Math.floor(i / 3) * 40, 14, PAPER)),
  ]
  return [
    passage('dusk', [ink({ spot: 1, key: 0.5 }), SPOT, ink({ spot: 0.45 })]),
    rect(0, 0, WIDTH, 560, 'url(#dusk)'),
    pylon(330, 1),
    pylon(1270, -1),
    path('M470 330L1130 330L1160 372H440Z', RED),
    rect(470, 372, 660, 150, KEY),
    times(96, () =>
      circle(486 + next() * 628, 400 + next() * 84, 7, next() < 0.3 ? RED : next() < 0.5 ? PAPER : SPOT),
    ),
    times(7, (i) => rect(470 + i * 108, 372, 10, 150, PAPER)),
    rect(0, 484, WIDTH, 40, PAPER),
    times(14, (i) => rect(i * 118, 492, 100, 24, i % 4 === 1 ? RED : KEY)),
    rect(0, 520, WIDTH, 560, SPOT),
    times(9, (i) =>
      poly(
        [
          800 + (i - 4.5) * 130,
          520,
          800 + (i - 4) * 130,
          520,
          800 + (i - 4) * 560,
          HEIGHT,
          800 + (i - 4.5) * 560,
          HEIGHT,
        ],
        ink({ spot: 0.62 }),
      ),
    ),
    rect(0, 560, WIDTH, 10, PAPER),
    ellipse(800, 900, 760, 176, 'none', { stroke: PAPER, 'stroke-width': 20 }),
    poly([0, 900, 1600, 900, 1600, 922, 0, 922], PAPER),
    overprint(ellipse(1010, 936, 330, 34, ink({ key: 0.85 }))),
    ellipse(800, 940, 66, 14, PAPER),
    ball,
  ]
}
