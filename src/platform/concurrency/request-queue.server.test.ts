import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createRequestQueue, OverloadedError } from './request-queue.server.ts'

const LIMITS = { maxRunning: 2, maxWaiting: 3, maxRunningPerClient: 10, maxWaitMs: 60_000 }

function startRequests(queue: ReturnType<typeof createRequestQueue>, clients: (string | undefined)[]) {
  const state = { running: 0, most: 0 }
  const held = Promise.withResolvers<void>()
  const results = clients.map((client) =>
    queue
      .run(client, async () => {
        state.running += 1
        state.most = Math.max(state.most, state.running)
        await held.promise
        state.running -= 1
        return 'response'
      })
      .catch((error) => (error instanceof OverloadedError ? 'overloaded' : error)),
  )
  const finish = () => {
    held.resolve()
    return Promise.all(results)
  }
  return { state, results, finish }
}

describe('createRequestQueue', () => {
  it('runs a limited number at once, lets some wait and rejects the others', async () => {
    const { state, finish } = startRequests(createRequestQueue(LIMITS), Array(7).fill(undefined))
    expect(await finish()).toEqual([...Array(5).fill('response'), 'overloaded', 'overloaded'])
    expect(state.most).toBe(2)
  })

  it('runs a limited number of each client at once; others of the client wait, those of other clients run', async () => {
    const queue = createRequestQueue({ ...LIMITS, maxRunning: 3, maxRunningPerClient: 1 })
    const { state, finish } = startRequests(queue, ['a', 'a', 'a', 'b'])
    expect(state.running).toBe(2)
    expect(await finish()).toEqual(Array(4).fill('response'))
    expect(state.most).toBe(2)
  })

  it('limits no client of an unknown address apart from the total', async () => {
    const { state, finish } = startRequests(createRequestQueue({ ...LIMITS, maxRunningPerClient: 1 }), [
      undefined,
      undefined,
    ])
    expect(state.running).toBe(2)
    await finish()
  })

  it('lets clients take turns, however many requests one of them has', async () => {
    const queue = createRequestQueue({ ...LIMITS, maxRunning: 1 })
    const started: string[] = []
    await Promise.all(['a', 'a', 'a', 'b'].map((name) => queue.run(name, async () => started.push(name))))
    expect(started).toEqual(['a', 'a', 'b', 'a'])
  })

  it('rejects the latest request of the client with the most when too many wait', async () => {
    const queue = createRequestQueue({ ...LIMITS, maxRunning: 1 })
    const { finish } = startRequests(queue, ['a', 'a', 'a', 'a', 'b', 'c', 'b'])
    const [r, o] = ['response', 'overloaded']
    expect(await finish()).toEqual([r, r, o, o, r, r, o])
    expect(await startRequests(queue, ['a', 'a', 'a', 'a', 'b']).finish()).toEqual([r, r, r, o, r])
  })

  it('rejects a request that waits too long, whose place is then free', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const queue = createRequestQueue(LIMITS)
    const { state, results, finish } = startRequests(queue, [undefined, undefined, undefined])
    vi.advanceTimersByTime(LIMITS.maxWaitMs)
    expect(await results[2]).toBe('overloaded')
    // A request that runs is not limited.
    await vi.advanceTimersByTimeAsync(LIMITS.maxWaitMs)
    expect(state.running).toBe(2)
    expect(await finish()).toEqual(['response', 'response', 'overloaded'])
    expect(await startRequests(queue, Array(5).fill('c')).finish()).toEqual(Array(5).fill('response'))
  })

  it('frees the place of a request that fails', async () => {
    const queue = createRequestQueue({ ...LIMITS, maxRunning: 1, maxWaiting: 0, maxRunningPerClient: 1 })
    for (let i = 0; i < 3; i++)
      await expect(queue.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await queue.run('a', async () => 'response')).toBe('response')
  })
})
