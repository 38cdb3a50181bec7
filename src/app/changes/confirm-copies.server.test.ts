import { expect, it, vi } from 'vitest'
import type { ReaderTag } from '#kernel/cache-tags.ts'
import { createCachedPage } from '#platform/cache/cached-page.server.ts'
import { createPageCache } from '#platform/cache/page-cache.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { createCopyConfirmation } from './confirm-copies.server.ts'

const GONE = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
const OTHER = '1b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'

/** A cache whose two pages are stale. */
async function openStaleCache() {
  const cache = createPageCache({ maxBytes: 1_000_000 })
  for (const id of [GONE, OTHER]) {
    const tags = new Set<ReaderTag>([`article:${id}`])
    const page = await createCachedPage(200, {}, id)
    await cache.render(`/article/${id}`, async () => ({ page, tags, expiresAt: Infinity }))
  }
  cache.invalidateAll()
  const copies = () => [GONE, OTHER].filter((id) => cache.getStale(`/article/${id}`))
  return { cache, copies }
}

it('serves no stale copies until the database names the articles that no longer exist', async () => {
  const { cache, copies } = await openStaleCache()
  const found = Promise.withResolvers<string[]>()
  const findMissing = vi.fn(() => found.promise)
  const { confirm } = createCopyConfirmation({ cache, findMissing })
  const confirmed = confirm()
  expect(findMissing).toHaveBeenCalledWith([GONE, OTHER])
  expect(copies()).toEqual([])
  found.resolve([GONE])
  await confirmed
  expect(copies()).toEqual([OTHER])
})

it('asks again until the database responds', async () => {
  const { cache, copies } = await openStaleCache()
  const findMissing = vi.fn(async () => [GONE]).mockRejectedValueOnce(new Error('The database is away'))
  await createCopyConfirmation({ cache, findMissing, retryMs: 1 }).confirm()
  expect(findMissing).toHaveBeenCalledTimes(2)
  expect(copies()).toEqual([OTHER])
})

it('trusts the copies only after the latest of several gaps', async () => {
  const { cache, copies } = await openStaleCache()
  const answers = [Promise.withResolvers<string[]>(), Promise.withResolvers<string[]>()]
  const findMissing = vi.fn(() => answers[findMissing.mock.calls.length - 1]?.promise ?? [])
  const { confirm } = createCopyConfirmation({ cache, findMissing: async () => findMissing() })
  const confirmations = [confirm(), confirm()]
  answers[0]?.resolve([])
  await confirmations[0]
  expect(copies()).toEqual([])
  answers[1]?.resolve([GONE])
  await confirmations[1]
  expect(copies()).toEqual([OTHER])
})

it('keeps copies while notifications are lost and the database does not respond, otherwise those of existing articles', async () => {
  const { cache, copies } = await openStaleCache()
  const findMissing = vi.fn(async () => [GONE]).mockRejectedValueOnce(new Error('The database is away'))
  const { check } = createCopyConfirmation({ cache, findMissing })
  expect(await check()).toBe(false)
  expect(copies()).toEqual([GONE, OTHER])
  expect(await Promise.all([check(), check()])).toEqual([true, false])
  expect(copies()).toEqual([OTHER])
})

it('stops asking when it is closed', async () => {
  const { cache } = await openStaleCache()
  const findMissing = vi.fn(() => Promise.reject(new Error('The database is away')))
  const { confirm, close } = createCopyConfirmation({ cache, findMissing, retryMs: 60_000 })
  const confirmed = confirm()
  await eventually(() => expect(findMissing).toHaveBeenCalled())
  close()
  await confirmed
  expect(findMissing).toHaveBeenCalledOnce()
})
