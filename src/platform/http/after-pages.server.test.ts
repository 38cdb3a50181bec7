import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createAfterPages } from './after-pages.server.ts'

it('runs what waits after what is under way, one at a time, in the order in which it came', async () => {
  const afterPages = createAfterPages()
  const seen: string[] = []
  afterPages({}, () => {
    seen.push('first')
    afterPages({}, () => seen.push('third'))
  })
  afterPages({}, () => seen.push('second'))
  setImmediate(() => seen.push('a page that came meanwhile'))
  seen.push('a page')
  expect(seen).toEqual(['a page'])
  await turn()
  expect(seen).toEqual(['a page', 'first', 'a page that came meanwhile'])
  await turn()
  await turn()
  expect(seen.slice(3)).toEqual(['second', 'third'])
})

it('begins anew when nothing waits any more', async () => {
  const afterPages = createAfterPages()
  const connection = {}
  for (const _ of [1, 2, 3]) {
    const { promise, resolve } = Promise.withResolvers<void>()
    afterPages(connection, resolve)
    await promise
  }
})

it('lets one of each connection wait, and no more', async () => {
  const afterPages = createAfterPages()
  const seen: string[] = []
  const connection = {}
  for (const name of ['first', 'second', 'third']) afterPages(connection, () => seen.push(name))
  expect(seen).toEqual(['second', 'third'])
  await turn()
  expect(seen).toEqual(['second', 'third', 'first'])
})
