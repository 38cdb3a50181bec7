import { expect, it } from 'vitest'
import { TooBusy } from '#platform/public-failure.server.ts'
import { createSearchPlaces } from './search-places.server.ts'

it('runs four searches at once, lets forty wait, refuses more, and takes new ones when they are done', async () => {
  const places = createSearchPlaces()
  const done = Promise.withResolvers<void>()
  let running = 0
  let most = 0
  const search = async () => {
    running += 1
    most = Math.max(most, running)
    await done.promise
    running -= 1
    return 'found'
  }
  const taken = Array.from({ length: 44 }, () => places.run(search))
  await expect(places.run(search)).rejects.toThrow(TooBusy)
  done.resolve()
  expect(new Set(await Promise.all(taken))).toEqual(new Set(['found']))
  expect(most).toBe(4)
  expect(await places.run(search)).toBe('found')
})
