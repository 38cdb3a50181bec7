import {
  circle,
  ellipse,
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
  ring,
  rows,
  SHADE,
  SPOT,
  stroke,
  times,
  WIDTH,
} from '../marks.mjs'

/** A machine of valves and tape is started again. */
export function oldMachine() {
  const next = random(17)
  const bay = (x, draw) => [
    rect(x, 190, 280, 700, PAPER, { stroke: KEY, 'stroke-width': 11 }),
    rect(x, 850, 280, 40, KEY),
    draw(x),
  ]
  const reels = (x) =>
    [330, 600].map((y, n) => [
      rect(x + 28, y - 112, 224, 236, KEY, { rx: 14 }),
      circle(x + 140, y, 96, SPOT),
      times(3, (i) => {
        const [cx, cy] = polar(x + 140, y, 54, i * 120 + n * 40)
        return circle(cx, cy, 25, KEY)
      }),
      circle(x + 140, y, 20, PAPER),
      ring(x + 140, y, 74, KEY, 4),
    ])
  const valves = (x) =>
    times(24, (i) => {
      const [vx, vy] = [x + 50 + (i % 4) * 60, 300 + Math.floor(i / 4) * 92]
      const glows = next() < 0.55
      return [
        path(`M${vx - 20} ${vy}v-38q0 -26 20 -28q20 2 20 28v38Z`, glows ? RED : ink({ spot: 0.35 }), {
          stroke: KEY,
          'stroke-width': 6,
        }),
        rect(vx - 24, vy, 48, 14, KEY),
      ]
    })
  const dials = (x) => [
    rows(2, [76, 290, 204, 290]).map(([dx, dy], i) => [
      circle(x + dx, dy, 48, SPOT, { stroke: KEY, 'stroke-width': 8 }),
      stroke(`M${x + dx} ${dy + 16}L${polar(x + dx, dy + 16, 48, i ? -60 : -115)}`, KEY, 7),
    ]),
    rect(x + 30, 370, 220, 130, KEY, { rx: 12 }),
    stroke(`M${x + 44} 436h34l16 -36l24 76l24 -90l22 66l12 -16h60`, SPOT, 8),
    times(28, (i) =>
      circle(x + 48 + (i % 7) * 31, 546 + Math.floor(i / 7) * 34, 10, next() < 0.45 ? RED : PAPER, {
        stroke: KEY,
        'stroke-width': 4,
      }),
    ),
    times(4, (i) => [
      rect(x + 36 + i * 56, 706, 40, 76, KEY, { rx: 6 }),
      stroke(`M${x + 56 + i * 56} 744v${i % 2 ? 22 : -22}`, SPOT, 12),
    ]),
  ]
  return [
    passage('hall', [ink({ spot: 0.8 }), ink({ spot: 0.25 })]),
    rect(0, 0, WIDTH, HEIGHT, 'url(#hall)'),
    times(5, (i) => [
      stroke(`M${160 + i * 320} 0v80`, KEY, 6),
      path(`M${70 + i * 320} 120q90 -90 180 0Z`, KEY),
      ellipse(160 + i * 320, 120, 60, 10, PAPER),
    ]),
    bay(-60, dials),
    bay(232, valves),
    bay(524, reels),
    bay(816, dials),
    bay(1108, valves),
    bay(1400, reels),
    rect(0, 890, WIDTH, 190, KEY),
    times(9, (i) =>
      poly([i * 200 - 60, 900, i * 200 + 40, 900, i * 300 - 420, 1080, i * 300 - 560, 1080], SPOT),
    ),
    // The engineer, at the third bay, with a hand on a dial.
    [770, 836].map((x) => [
      rect(x - 19, 880, 38, 120, PAPER, { stroke: KEY, 'stroke-width': 8 }),
      path(`M${x - 22} 1016v-34h44l34 34Z`, RED, { stroke: KEY, 'stroke-width': 8 }),
    ]),
    path('M752 560Q800 530 850 560L892 900H712Z', RED, { stroke: KEY, 'stroke-width': 9 }),
    overprint(path('M712 900L736 690L766 900Z', SHADE)),
    stroke('M802 570V890', KEY, 6),
    [
      [58, KEY],
      [42, RED],
    ].map(([width, colour]) => stroke('M838 588L940 640L1000 520', colour, width)),
    stroke('M764 590L730 700L760 780', KEY, 58),
    stroke('M764 590L730 700L760 780', RED, 42),
    circle(1004, 500, 25, PAPER, { stroke: KEY, 'stroke-width': 8 }),
    rect(744, 744, 76, 100, PAPER, { stroke: KEY, 'stroke-width': 8 }),
    times(4, (i) => stroke(`M758 ${766 + i * 20}h${48 - (i % 2) * 14}`, KEY, 5)),
    circle(802, 470, 66, PAPER, { stroke: KEY, 'stroke-width': 9 }),
    path('M736 476Q724 392 806 392Q876 396 868 450Q810 430 790 470Q776 500 760 524Q740 510 736 476Z', KEY),
    circle(742, 410, 30, KEY),
  ]
}
