/** Small motifs that several drawings share. */
import { circle, curve, el, ellipse, group, path, poly, random, rows, stroke, times } from './marks.mjs'

/**
 * A person as a silhouette. Measured in `size` units from the neck at 0, 0: where `head` and `hip` are, and each limb's
 * `points` (a flat list of x and y) from the body to its end. A head is about one unit high.
 */
export function figure(x, y, size, colour, { hip, head, limbs }) {
  const line = (points, width) => stroke(`M${points.join('L')}`, colour, width)
  return group(
    `translate(${x} ${y}) scale(${size})`,
    line([[0, 0], hip], 0.95),
    limbs.map(({ points, width = 0.42 }) => line(rows(2, points), width)),
    circle(...head, 0.55, colour),
  )
}

/** A gull in flight: two wings meeting. */
export const gull = (x, y, span, colour, width = 7) =>
  stroke(
    `M${x - span} ${y - span * 0.35}Q${x - span * 0.35} ${y - span * 0.5} ${x} ${y}Q${x + span * 0.35} ${y - span * 0.5} ${x + span} ${y - span * 0.35}`,
    colour,
    width,
  )

/** `count` stars scattered over a rectangle. */
export function stars(count, seed, [x, y, width, height], colour) {
  const next = random(seed)
  return times(count, () => {
    const size = 1.5 + next() ** 4 * 7
    const [cx, cy] = [x + next() * width, y + next() * height]
    return size > 5.5 ? spark(cx, cy, size * 2.2, colour) : circle(cx, cy, size, colour)
  }).join('')
}

/** A four-pointed star. */
export const spark = (x, y, r, colour) =>
  path(
    `M${x} ${y - r}Q${x} ${y} ${x + r} ${y}Q${x} ${y} ${x} ${y + r}Q${x} ${y} ${x - r} ${y}Q${x} ${y} ${x} ${y - r}Z`,
    colour,
  )

/** A heart whose notch is at x, y - 0.35 size and whose point is at y + 0.95 size; `size` is half its width. */
export const heart = (x, y, size, colour, more) =>
  el('path', {
    d: 'M0 .95C-.35 .62 -1 .2 -1 -.28C-1 -.64 -.74 -.85 -.48 -.85C-.25 -.85 -.08 -.7 0 -.5C.08 -.7 .25 -.85 .48 -.85C.74 -.85 1 -.64 1 -.28C1 .2 .35 .62 0 .95Z',
    transform: `translate(${x} ${y}) scale(${size})`,
    fill: colour,
    ...more,
  })

/** A flat-bottomed cloud. */
export const cloud = (x, y, width, colour) =>
  path(
    `M${x - width / 2} ${y}a${width * 0.12} ${width * 0.12} 0 0 1 ${width * 0.1} ${-width * 0.2}a${width * 0.2} ${width * 0.2} 0 0 1 ${width * 0.37} ${-width * 0.05}a${width * 0.15} ${width * 0.15} 0 0 1 ${width * 0.27} ${width * 0.06}a${width * 0.1} ${width * 0.1} 0 0 1 ${width * 0.26} ${width * 0.19}Z`,
    colour,
  )

/** A hill's or wave's edge through points (a flat list of x and y), filled down to `floor`. */
export function ground(numbers, floor, colour) {
  const points = rows(2, numbers)
  return path(`${curve(points)}L${points.at(-1)[0]} ${floor}L${points[0][0]} ${floor}Z`, colour)
}

/** A round-headed tree on a trunk standing at x, y. */
export const tree = (x, y, height, colour, trunk = colour) =>
  stroke(`M${x} ${y}V${y - height * 0.5}`, trunk, height * 0.09) +
  ellipse(x, y - height * 0.62, height * 0.3, height * 0.38, colour)

/** A pitched-roof house seen from the gable end, standing at x (its left), y (its foot). */
export const gable = (x, y, width, height, colour) =>
  poly(
    [x, y, x, y - height * 0.62, x + width / 2, y - height, x + width, y - height * 0.62, x + width, y],
    colour,
  )
