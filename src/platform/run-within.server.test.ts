import { describe, expect, it } from 'vitest'
import { runWithin, TimeLimitError } from './run-within.server.ts'

describe('runWithin', () => {
  it('returns the result of work that ends in time', () => {
    const list = runWithin(1_000, () => [1, 2])
    expect(list).toEqual([1, 2])
    expect(list).toBeInstanceOf(Array)
  })

  it('passes on errors', () => {
    class RefusedError extends Error {}
    const fail = () => {
      throw new RefusedError('no')
    }
    expect(() => runWithin(1_000, fail)).toThrow(RefusedError)
  })

  it('stops work that takes longer, and runs other work afterwards', () => {
    let count = 0
    const started = performance.now()
    expect(() =>
      runWithin(50, () => {
        while (true) count += 1
      }),
    ).toThrow(TimeLimitError)
    expect(performance.now() - started).toBeLessThan(1_000)
    expect(count).toBeGreaterThan(0)
    expect(runWithin(1_000, () => 'next')).toBe('next')
  })
})
