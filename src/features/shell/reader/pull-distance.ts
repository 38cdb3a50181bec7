/** Spec §4 and §9, in px. */
const MAX_PULL_PX = 100
export const REFRESH_PULL_PX = 60
/** The direction of a shorter movement is unknown. */
const TOUCH_SLOP_PX = 8

type Point = { x: number; y: number }

/**
 * @param isPulling whether a pull has started; otherwise the movement decides
 * @returns the distance in px, at most 100; undefined for a movement sideways or up
 */
export function pullDistance(from: Point, to: Point, isPulling: boolean): number | undefined {
  const across = Math.abs(to.x - from.x)
  const down = to.y - from.y
  if (!isPulling) {
    if (Math.max(across, Math.abs(down)) < TOUCH_SLOP_PX) return 0
    if (across >= down) return undefined
  }
  return Math.min(Math.max(down, 0), MAX_PULL_PX)
}
