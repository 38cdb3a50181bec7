import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, it } from 'vitest'
import { TooBusyError } from '#platform/http/with-user-message.server.ts'
import { createSearchQueue } from './search-articles.server.ts'

it('runs four searches at once, queues forty, rejects more, and accepts new ones afterwards', async () => {
  const queue = createSearchQueue()
  const done = Promise.withResolvers<void>()
  let running = 0
  let maxRunning = 0
  const search = async () => {
    running += 1
    maxRunning = Math.max(maxRunning, running)
    await done.promise
    running -= 1
    return 'found'
  }
  const searches = Array.from({ length: 44 }, () => queue.run(search))
  await expect(queue.run(search)).rejects.toThrow(TooBusyError)
  done.resolve()
  expect(new Set(await Promise.all(searches))).toEqual(new Set(['found']))
  expect(maxRunning).toBe(4)
  expect(await queue.run(search)).toBe('found')
})

it('releases the slot of a failed search', async () => {
  const queue = createSearchQueue()
  const failures = Array.from({ length: 8 }, () => queue.run(() => Promise.reject(new Error('timeout'))))
  for (const failure of failures) await expect(failure).rejects.toThrow('timeout')
  expect(await queue.run(async () => 'found')).toBe('found')
})

it('runs a queued search in the async context of its own request', async () => {
  const queue = createSearchQueue()
  const request = new AsyncLocalStorage<number>()
  const searches = Array.from({ length: 10 }, (_, number) =>
    request.run(number, () =>
      queue.run(async () => {
        await Promise.resolve()
        return request.getStore()
      }),
    ),
  )
  expect(await Promise.all(searches)).toEqual(searches.map((_, number) => number))
})
