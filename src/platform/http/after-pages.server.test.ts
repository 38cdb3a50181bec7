import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createAfterPages } from './after-pages.server.ts'

it('runs what waits after what is under way, one at a time, in the order in which it came', async () => {
  const afterPages = createAfterPages()
  const seen: string[] = []
  afterPages(() => {
    seen.push('first')
    afterPages(() => seen.push('third'))
  })
  afterPages(() => seen.push('second'))
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
  for (const _ of [1, 2, 3]) {
    const { promise, resolve } = Promise.withResolvers<void>()
    afterPages(resolve)
    await promise
  }
})
