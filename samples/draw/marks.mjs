/**
 * The marks a drawing is made of: small functions that write SVG. A drawing works on a sheet of 1600 × 1067 units, and
 * its colours are not colours but separations: how much of each of the three inks lies there (see `ink`).
 */

export const WIDTH = 1600
export const HEIGHT = 1067

/**
 * Tones of the three inks, each 0 to 1, as one SVG colour: the key (black) is the red channel, red the green channel and
 * the spot ink of the category the blue channel. The press takes them apart again.
 */
export function ink({ key = 0, red = 0, spot = 0 }) {
  const byte = (tone) =>
    Math.round(tone * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${byte(key)}${byte(red)}${byte(spot)}`
}

/** Bare paper, and each ink printed solid. */
export const PAPER = ink({})
export const KEY = ink({ key: 1 })
export const RED = ink({ red: 1 })
export const SPOT = ink({ spot: 1 })

/** Ruled shading, to overprint what stands in shadow. */
export const SHADE = ink({ key: 0.5 })

/** One element; children may be nested lists. */
export function el(name, attributes, ...children) {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? Math.round(value * 100) / 100 : value}"`)
    .join('')
  return `<${name}${written}>${children.flat(Number.POSITIVE_INFINITY).join('')}</${name}>`
}

export const rect = (x, y, width, height, fill, more) => el('rect', { x, y, width, height, fill, ...more })

export const circle = (cx, cy, r, fill, more) => el('circle', { cx, cy, r, fill, ...more })

export const ellipse = (cx, cy, rx, ry, fill, more) => el('ellipse', { cx, cy, rx, ry, fill, ...more })

export const path = (d, fill, more) => el('path', { d, fill, ...more })

/** A filled polygon; `points` is a flat list of x and y. */
export const poly = (points, fill, more) => el('polygon', { points: points.join(' '), fill, ...more })

/** A stroked path with round ends. */
export const stroke = (d, colour, width, more) =>
  el('path', {
    d,
    fill: 'none',
    stroke: colour,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  })

/** A ring: a circle that is stroked only. */
export const ring = (cx, cy, r, colour, width, more) =>
  circle(cx, cy, r, 'none', { stroke: colour, 'stroke-width': width, ...more })

export const group = (transform, ...children) => el('g', { transform }, children)

/** Prints on top of what lies there instead of knocking it out, as a transparent ink does. */
export const overprint = (...children) => el('g', { style: 'mix-blend-mode:screen' }, children)

/** Shows `children` only inside `shape`. The id must be the drawing's own. */
export const clipped = (id, shape, ...children) =>
  el('clipPath', { id }, shape) + el('g', { 'clip-path': `url(#${id})` }, children)

/** A vertical, or turned, passage between colours in the unit box of what it fills; use it as `url(#id)`. */
export const passage = (id, colours, turn = 90) =>
  el(
    'linearGradient',
    { id, gradientTransform: `rotate(${turn} 0.5 0.5)` },
    colours.map((colour, i) => el('stop', { offset: i / (colours.length - 1), 'stop-color': colour })),
  )

/** The rows of a table written as one list: `rows(2, [x1, y1, x2, y2])` is `[[x1, y1], [x2, y2]]`. */
export const rows = (width, cells) =>
  times(cells.length / width, (i) => cells.slice(i * width, (i + 1) * width))

/** Calls `draw` for 0 to `count` - 1. */
export const times = (count, draw) => Array.from({ length: count }, (_, i) => draw(i))

/** The point at `angle` degrees (0 is to the right, clockwise) and distance `r` from a centre. */
export const polar = (cx, cy, r, angle) => [
  cx + r * Math.cos((angle * Math.PI) / 180),
  cy + r * Math.sin((angle * Math.PI) / 180),
]

/** A smooth line through points (Catmull-Rom, as Bézier curves). */
export function curve(points) {
  const at = (i) => points[Math.min(Math.max(i, 0), points.length - 1)]
  const pieces = times(points.length - 1, (i) => {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    const control = [
      b[0] + (c[0] - a[0]) / 6,
      b[1] + (c[1] - a[1]) / 6,
      c[0] - (d[0] - b[0]) / 6,
      c[1] - (d[1] - b[1]) / 6,
    ]
    return `C${[...control, ...c].map((n) => Math.round(n * 10) / 10).join(' ')}`
  })
  return `M${points[0].join(' ')}${pieces.join('')}`
}

/** A repeatable stream of numbers from 0 to 1 (mulberry32). */
export function random(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
