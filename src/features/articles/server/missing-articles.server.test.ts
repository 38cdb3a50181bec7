import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ArticleAvailability, createMissingArticles } from './article-availability.server.ts'

const ID = '7f0c1f0e-6a0e-4c56-9d51-0b5a3d2f8f11'

/** @param exists whether the article is published */
function create(exists: () => Promise<boolean>, now?: () => number) {
  const missing = createMissingArticles(
    async () => ({ kind: (await exists()) ? 'published' : 'missing' }),
    now,
  )
  const has = async (id: string) => (await missing.find(id)).kind === 'missing'
  return Object.assign(missing, { has })
}

describe('missing articles', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('are looked up once in ten seconds', async () => {
    let now = 1_000
    const exists = vi.fn(async () => false)
    const missing = create(exists, () => now)
    expect([await missing.has(ID), await missing.has(ID)]).toEqual([true, true])
    expect(exists).toHaveBeenCalledTimes(1)
    now += 11_000
    await missing.has(ID)
    expect(exists).toHaveBeenCalledTimes(2)
  })

  it('looks up an existing article once until it changes', async () => {
    const exists = vi.fn(async () => true)
    const missing = create(exists)
    expect([await missing.has(ID), await missing.has(ID)]).toEqual([false, false])
    expect(exists).toHaveBeenCalledTimes(1)
    exists.mockResolvedValue(false)
    missing.invalidate([`article:${ID}`])
    expect(await missing.has(ID)).toBe(true)
  })

  it('does not look up what cannot be an id', async () => {
    const exists = vi.fn(async () => true)
    const missing = create(exists)
    for (const id of ['', 'nonsense', ID.toUpperCase(), `${ID}0`]) expect(await missing.has(id)).toBe(true)
    expect(exists).not.toHaveBeenCalled()
  })

  it.each([
    ['is published', (missing: ReturnType<typeof create>) => missing.invalidate([`article:${ID}`])],
    ['may have been published', (missing: ReturnType<typeof create>) => missing.invalidateAll()],
  ])('forgets an article that %s, even during its lookup', async (_, change) => {
    let isPublished = false
    const lookups: (() => void)[] = []
    const missing = create(async () => {
      const found = isPublished
      await new Promise<void>((resolve) => lookups.push(resolve))
      return found
    })
    const first = missing.has(ID)
    isPublished = true
    change(missing)
    lookups[0]?.()
    await first
    const second = missing.has(ID)
    lookups[1]?.()
    expect(await second).toBe(false)

    const known = create(async () => isPublished)
    isPublished = false
    expect(await known.has(ID)).toBe(true)
    isPublished = true
    change(known)
    expect(await known.has(ID)).toBe(false)
  })

  it('looks up a withdrawn article again after ten seconds, when it may have been removed', async () => {
    let now = 1_000
    const withdrawn = { kind: 'withdrawn', reason: 'Legal reasons' } as const
    const find = vi.fn(async (): Promise<ArticleAvailability> => withdrawn)
    const missing = createMissingArticles(find, () => now)
    expect([await missing.find(ID), await missing.find(ID)]).toEqual([withdrawn, withdrawn])
    expect(find).toHaveBeenCalledTimes(1)
    now += 11_000
    find.mockResolvedValue({ kind: 'missing' })
    expect(await missing.find(ID)).toEqual({ kind: 'missing' })
  })

  it('uses a limited amount of memory', async () => {
    const missing = create(async () => false)
    for (let i = 0; i < 12_000; i++) await missing.has(randomUUID())
    expect(missing.size).toBe(10_000)
  })

  it('leaves the address to the render when the database does not respond', async () => {
    vi.useFakeTimers()
    expect(await create(() => Promise.reject(new Error('lost'))).has(ID)).toBe(false)
    const hung = create(() => new Promise(() => {})).has(ID)
    vi.useRealTimers()
    expect(await hung).toBe(false)
  })
})
