import { describe, expect, it } from 'vitest'
import { eventually } from '#platform/testing/eventually.ts'
import { createSemaphore } from './semaphore.ts'

function heldWork(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const work = () => {
    log.push(name)
    return promise
  }
  return { work, finish: () => resolve(name) }
}

describe('createSemaphore', () => {
  it('limits concurrent work and runs the rest in order', async () => {
    const semaphore = createSemaphore(2)
    const started: string[] = []
    const held = ['a', 'b', 'c', 'd'].map((name) => heldWork(started, name))
    const runs = held.map(({ work }) => semaphore.run(work))
    await eventually(() => expect(started).toEqual(['a', 'b']))

    held[1]?.finish()
    await eventually(() => expect(started).toEqual(['a', 'b', 'c']))
    expect(semaphore.idle).toBe(false)

    for (const { finish } of held) finish()
    expect(await Promise.all(runs)).toEqual(['a', 'b', 'c', 'd'])
    expect(started).toEqual(['a', 'b', 'c', 'd'])
    expect(semaphore.idle).toBe(true)
  })

  it('releases its slot when work fails', async () => {
    const semaphore = createSemaphore(1)
    await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await semaphore.run(async () => 'next')).toBe('next')
  })

  it('does not run waiting work whose signal is aborted', async () => {
    const semaphore = createSemaphore(1)
    const started: string[] = []
    const first = heldWork(started, 'first')
    const running = semaphore.run(first.work)
    const abort = new AbortController()
    const leaver = semaphore.run(heldWork(started, 'leaver').work, abort.signal)
    const last = semaphore.run(async () => started.push('last'))
    abort.abort(new Error('gone'))
    await expect(leaver).rejects.toThrow('gone')

    first.finish()
    await Promise.all([running, last])
    expect(started).toEqual(['first', 'last'])
    expect(semaphore.idle).toBe(true)
  })

  it('rejects an aborted signal without using a slot', async () => {
    const semaphore = createSemaphore(1)
    await expect(semaphore.run(async () => 1, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
    expect(semaphore.idle).toBe(true)
  })
})
