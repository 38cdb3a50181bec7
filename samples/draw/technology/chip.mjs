import { circle, group, KEY, PAPER, RED, rect, times } from '../marks.mjs'

/** A chip seen from above, `size` across, with legs on its four sides. */
export const chip = (x, y, size, { body = RED, legs = KEY, count = 6 } = {}) => {
  const half = size / 2
  return group(
    `translate(${x} ${y})`,
    times(4, (side) =>
      group(
        `rotate(${side * 90})`,
        times(count, (i) =>
          rect(
            -half + (size / count) * (i + 0.28),
            -half - size * 0.13,
            (size / count) * 0.44,
            size * 0.15,
            legs,
          ),
        ),
      ),
    ),
    rect(-half, -half, size, size, body, { rx: size * 0.06, stroke: KEY, 'stroke-width': size * 0.045 }),
    rect(-half * 0.6, -half * 0.6, size * 0.6, size * 0.6, 'none', {
      stroke: PAPER,
      'stroke-width': size * 0.03,
    }),
    circle(-half * 0.72, -half * 0.72, size * 0.05, PAPER),
  )
}
