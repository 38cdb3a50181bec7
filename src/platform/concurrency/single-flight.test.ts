import { describe, expect, it, vi } from 'vitest'
import { createSingleFlight } from './single-flight.ts'

describe('createSingleFlight', () => {
  it('runs the work once for concurrent callers, and again afterwards', async () => {
    const singleFlight = createSingleFlight<number>()
    const { promise, resolve } = Promise.withResolvers<number>()
    const work = vi.fn(() => promise)
    const results = [1, 2, 3].map(() => singleFlight.run('key', work))
    resolve(7)
    expect(await Promise.all(results)).toEqual([7, 7, 7])
    expect(work).toHaveBeenCalledTimes(1)

    expect(await singleFlight.run('key', async () => 8)).toBe(8)
  })

  it('runs different keys separately', async () => {
    const singleFlight = createSingleFlight<string>()
    const results = ['a', 'b'].map((key) => singleFlight.run(key, async () => key))
    expect(await Promise.all(results)).toEqual(['a', 'b'])
  })

  it('rejects all callers on failure, and forgets the failure', async () => {
    const singleFlight = createSingleFlight<number>()
    const work = () => Promise.reject(new Error('broken'))
    const results = await Promise.allSettled([singleFlight.run('key', work), singleFlight.run('key', work)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await singleFlight.run('key', async () => 1)).toBe(1)
  })

  it('aborts the work when the last caller aborts', async () => {
    const singleFlight = createSingleFlight<number>()
    let stopped = false
    const work = (signal: AbortSignal) => {
      signal.addEventListener('abort', () => {
        stopped = true
      })
      return new Promise<number>(() => {})
    }
    const [first, second] = [new AbortController(), new AbortController()]
    const waits = [first, second].map(({ signal }) => singleFlight.run('key', work, signal))

    first.abort(new Error('first left'))
    await expect(waits[0]).rejects.toThrow('first left')
    expect(stopped).toBe(false)

    second.abort(new Error('second left'))
    await expect(waits[1]).rejects.toThrow('second left')
    expect(stopped).toBe(true)
    expect(await singleFlight.run('key', async () => 2)).toBe(2)
  })

  it('does not start with an aborted signal', async () => {
    const work = vi.fn(async () => 1)
    const result = createSingleFlight<number>().run('key', work, AbortSignal.abort(new Error('gone')))
    await expect(result).rejects.toThrow('gone')
    expect(work).not.toHaveBeenCalled()
  })
})
