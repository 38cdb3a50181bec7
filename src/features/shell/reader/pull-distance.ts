/** Spec §4 and §9, in px. */
const LONGEST_PULL = 100
export const ENOUGH_PULL = 60
/** A finger that has moved less has not said where it goes. */
const SLOP = 8

type Point = { x: number; y: number }

/**
 * How far a finger has pulled the page down, in px, 100 at most.
 *
 * @param isPulling whether it is known to pull; before that, the first clear movement decides
 * @returns undefined for a movement that is none of a pull: sideways, or up
 */
export function pullDistance(from: Point, to: Point, isPulling: boolean): number | undefined {
  const across = Math.abs(to.x - from.x)
  const down = to.y - from.y
  if (!isPulling) {
    if (Math.max(across, Math.abs(down)) < SLOP) return 0
    if (across >= down) return undefined
  }
  return Math.min(Math.max(down, 0), LONGEST_PULL)
}
