import {
  circle,
  group,
  HEIGHT,
  ink,
  KEY,
  PAPER,
  path,
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

/** Bricks picked out here and there on a wall. */
function bricks(count, seed, [x, y, width, height], colour) {
  const next = random(seed)
  return times(count, () => {
    const course = Math.floor((next() * height) / 34)
    const along = Math.floor((next() * width) / 84) * 84 + (course % 2) * 42
    return rect(x + along, y + course * 34, 78, 28, colour)
  })
}

/** A panelled front door with fanlight, in a stone surround; x is its middle and y its foot. */
function frontDoor(x, y, colour, { lit = PAPER, lines = KEY } = {}) {
  const panels = rows(4, [-80, -448, 66, 196, 14, -448, 66, 196, -80, -196, 66, 150, 14, -196, 66, 150])
  return group(
    `translate(${x} ${y})`,
    path('M-152 20V-500A152 152 0 0 1 152 -500V20Z', PAPER),
    path('M-108 -514A108 108 0 0 1 108 -514Z', lit, { stroke: KEY, 'stroke-width': 9 }),
    times(5, (i) => {
      const angle = (Math.PI / 6) * (i + 1)
      return stroke(`M0 -514L${-Math.cos(angle) * 108} ${-514 - Math.sin(angle) * 108}`, KEY, 7)
    }),
    path('M-32 -514A32 32 0 0 1 32 -514Z', KEY),
    rect(-108, -490, 216, 500, colour),
    panels.map((panel) => rect(...panel, 'none', { stroke: lines, 'stroke-width': 6 })),
    panels.map(([px, py, w, h]) =>
      rect(px + 12, py + 12, w - 24, h - 24, 'none', { stroke: lines, 'stroke-width': 3 }),
    ),
    rect(-46, -238, 92, 28, PAPER, { stroke: KEY, 'stroke-width': 5 }),
    rect(-34, -229, 68, 9, KEY),
    circle(90, -222, 12, PAPER, { stroke: KEY, 'stroke-width': 4 }),
  )
}

/** A sash window, its curtains drawn a little. */
function sash(x, y, width, height) {
  return [
    rect(x - 16, y - 16, width + 32, height + 32, PAPER),
    rect(x, y, width, height, KEY),
    poly([x, y, x + width * 0.34, y, x + width * 0.2, y + height, x, y + height], ink({ spot: 0.45 })),
    poly(
      [x + width, y, x + width * 0.66, y, x + width * 0.8, y + height, x + width, y + height],
      ink({ spot: 0.45 }),
    ),
    rect(x, y + height * 0.48, width, 12, PAPER),
    rect(x + width / 2 - 5, y, 10, height, PAPER),
    rect(x - 34, y + height + 16, width + 68, 26, PAPER),
  ]
}

/** What stands at x (its middle) mirrored in moving water: slices that shrink and sway. */
const mirrored = (x, y, width, colour, depth = 11) =>
  times(depth, (i) => {
    const spread = width * (1 - i * 0.045)
    return rect(
      x - spread / 2 + Math.sin(i * 1.7) * (6 + i * 2.4),
      y + i * 22,
      spread,
      13 - i * 0.5,
      colour,
      { rx: 6 },
    )
  })

/** A tide stands at the steps of a terrace, and goes no further. */
export function tideAtTheDoor() {
  const next = random(11)
  const line = 800
  const sandbags = (x) =>
    rows(2, [-120, 0, -40, 0, 40, 0, 120, 0, -80, -46, 0, -46, 80, -46, -38, -90, 42, -90]).map(
      ([dx, dy]) => [
        rect(x + dx - 50, line + dy - 40, 100, 50, KEY, { rx: 22 }),
        rect(x + dx - 45, line + dy - 36, 90, 41, ink({ key: 0.22, spot: 0.12 }), { rx: 19 }),
        stroke(`M${x + dx + 30} ${line + dy - 28}v26`, KEY, 5),
      ],
    )
  return [
    rect(0, 0, WIDTH, line, SPOT),
    bricks(70, 3, [-40, 0, 1700, 800], ink({ spot: 1, key: 0.32 })),
    rect(0, 640, WIDTH, 170, ink({ spot: 1, key: 0.45 })),
    times(90, () => {
      const [x, y, length] = [next() * 1700, next() * 780 - 40, 26 + next() * 50]
      return stroke(`M${x} ${y}l${-length * 0.32} ${length}`, PAPER, 3)
    }),
    sash(460, 250, 150, 300),
    sash(990, 250, 150, 300),
    frontDoor(262, line, KEY, { lit: ink({ spot: 0.3 }), lines: SPOT }),
    frontDoor(800, line, RED),
    frontDoor(1338, line, ink({ red: 1, spot: 1 }), { lit: ink({ spot: 0.3 }) }),
    sandbags(262),
    sandbags(800),
    sandbags(1338),
    rect(0, line + 6, WIDTH, HEIGHT - line, KEY),
    mirrored(262, line + 22, 290, ink({ spot: 0.7 })),
    mirrored(800, line + 22, 300, PAPER),
    mirrored(800, line + 26, 214, RED, 12),
    mirrored(1338, line + 22, 270, ink({ red: 1, spot: 1 })),
    mirrored(535, line + 40, 150, SPOT, 8),
    mirrored(1065, line + 40, 150, SPOT, 8),
    rect(0, line - 2, WIDTH, 9, PAPER),
  ]
}
