import { describe, expect, it } from 'vitest'
import { pullDistance } from './PullToRefresh.tsx'

const START = { x: 100, y: 50 }
const pulled = (across: number, down: number, isPulling = false) =>
  pullDistance(START, { x: START.x + across, y: START.y + down }, isPulling)

describe('pullDistance', () => {
  it.each([
    ['no movement', 0, 0, 0],
    ['a slight movement', -5, -7, 0],
    ['a pull', 0, 30, 30],
    ['a pull that is not quite vertical', 20, 59, 59],
    ['a long pull, limited to 100 px', 0, 700, 100],
    ['a swipe to the right', 40, 5, undefined],
    ['a swipe to the left', -40, 5, undefined],
    ['a diagonal swipe', 40, 40, undefined],
    ['a scroll', 0, -40, undefined],
  ])('%s', (_, across, down, distance) => {
    expect(pulled(across, down)).toBe(distance)
  })

  it.each([
    ['continues after sideways movement', 80, 70, 70],
    ['shrinks when the finger moves back', 0, 3, 3],
    ['is never negative', 0, -40, 0],
  ])('a pull in progress %s', (_, across, down, distance) => {
    expect(pulled(across, down, true)).toBe(distance)
  })
})
