import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createLowPriorityQueue } from './low-priority-queue.server.ts'

it('runs queued work after current work, one at a time, in order', async () => {
  const runLowPriority = createLowPriorityQueue()
  const seen: string[] = []
  runLowPriority({}, () => {
    seen.push('first')
    runLowPriority({}, () => seen.push('third'))
  })
  runLowPriority({}, () => seen.push('second'))
  setImmediate(() => seen.push('a later page'))
  seen.push('a page')
  expect(seen).toEqual(['a page'])
  await turn()
  expect(seen).toEqual(['a page', 'first', 'a later page'])
  await turn()
  await turn()
  expect(seen.slice(3)).toEqual(['second', 'third'])
})

it('restarts after the queue was empty', async () => {
  const runLowPriority = createLowPriorityQueue()
  const connection = {}
  for (const _ of [1, 2, 3]) {
    const { promise, resolve } = Promise.withResolvers<void>()
    runLowPriority(connection, resolve)
    await promise
  }
})

it('queues at most one request per connection', async () => {
  const runLowPriority = createLowPriorityQueue()
  const seen: string[] = []
  const connection = {}
  for (const name of ['first', 'second', 'third']) runLowPriority(connection, () => seen.push(name))
  expect(seen).toEqual(['second', 'third'])
  await turn()
  expect(seen).toEqual(['second', 'third', 'first'])
})
