import { describe, expect, it } from 'vitest'
import { startProcessorTimer } from '#platform/testing/hostile-texts.ts'
import { runWithin, TimeLimitError } from './run-within.server.ts'

describe('runWithin', () => {
  it('returns the result of work that ends in time', () => {
    const list = runWithin(60_000, () => [1, 2])
    expect(list).toEqual([1, 2])
    expect(list).toBeInstanceOf(Array)
  })

  it('passes on errors', () => {
    class RefusedError extends Error {}
    const fail = () => {
      throw new RefusedError('no')
    }
    expect(() => runWithin(60_000, fail)).toThrow(RefusedError)
  })

  it('stops work that takes longer, and runs other work afterwards', () => {
    let count = 0
    const processorTime = startProcessorTimer()
    expect(() =>
      runWithin(50, () => {
        while (true) count += 1
      }),
    ).toThrow(TimeLimitError)
    expect(processorTime()).toBeLessThan(1_000)
    expect(count).toBeGreaterThan(0)
    expect(runWithin(60_000, () => 'next')).toBe('next')
  })
})
