import { beforeEach, describe, expect, it, vi } from 'vitest'
import { imageKey } from '../rules/variant.ts'
import { createImageLookup, type ImageLookup } from './media-store.server.ts'

const articleId = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
const url = 'https://example.org/a.jpg'
const newUrl = 'https://example.org/b.jpg'
const pathTo = (imageUrl: string) => ({ articleId, imageKey: imageKey(imageUrl) })
const away = new Error('the database is away')

const findImageUrl = vi.fn<(articleId: string) => Promise<string | null>>()
let clock: number
let find: ImageLookup['find']
let expire: ImageLookup['expire']
let forget: ImageLookup['forget']

beforeEach(() => {
  clock = 1_800_000_000_000
  findImageUrl.mockReset()
  ;({ find, expire, forget } = createImageLookup({ findImageUrl, now: () => clock }))
})

describe('createImageLookup', () => {
  it('queries the database once a minute per article', async () => {
    findImageUrl.mockResolvedValue(url)
    for (const wait of [0, 0, 59_999, 1]) {
      clock += wait
      expect(await find(pathTo(url))).toBe(url)
    }
    expect(findImageUrl.mock.calls).toEqual([[articleId], [articleId]])
  })

  it.each([
    ['no such article', null],
    ['no image', ''],
    ['another image', newUrl],
  ])('finds nothing when there is %s', async (_, imageUrl) => {
    findImageUrl.mockResolvedValue(imageUrl)
    expect(await find(pathTo(url))).toBeNull()
  })

  it('finds a changed image at once, and no longer the old one', async () => {
    findImageUrl.mockResolvedValueOnce(url).mockResolvedValue(newUrl)
    expect(await find(pathTo(url))).toBe(url)
    expect(await find(pathTo(newUrl))).toBe(newUrl)
    expect(await find(pathTo(url))).toBeNull()
  })

  it('finds the images of the text, and looks them up once a minute', async () => {
    findImageUrl.mockResolvedValue(url)
    const listTextImages = vi.fn(async () => [newUrl])
    const lookup = createImageLookup({ findImageUrl, listTextImages, now: () => clock })
    expect(await lookup.find(pathTo(newUrl))).toBe(newUrl)
    expect(await lookup.find(pathTo('https://example.org/unknown.jpg'))).toBeNull()
    expect(await lookup.find(pathTo(url))).toBe(url)
    expect(listTextImages).toHaveBeenCalledTimes(1)
    listTextImages.mockResolvedValue([])
    lookup.expire(articleId)
    expect(await lookup.find(pathTo(newUrl))).toBeNull()
    listTextImages.mockResolvedValue([newUrl])
    lookup.forget(articleId)
    expect(await lookup.find(pathTo(newUrl))).toBe(newUrl)
  })

  it('finds nothing once an article is withdrawn', async () => {
    findImageUrl.mockResolvedValueOnce(url).mockResolvedValue(null)
    await find(pathTo(url))
    forget(articleId)
    expect(await find(pathTo(url))).toBeNull()
  })

  it.each([
    ['a removed article', articleId],
    ['all articles that may have been removed', undefined],
  ])('does not serve the image of %s while the database is unavailable', async (_, removed) => {
    findImageUrl.mockResolvedValueOnce(url).mockRejectedValue(away)
    await find(pathTo(url))
    forget(removed)
    await expect(find(pathTo(url))).rejects.toThrow(away)
  })

  it('forgets a deleted article within a minute', async () => {
    findImageUrl.mockResolvedValueOnce(url).mockResolvedValue(null)
    await find(pathTo(url))
    clock += 60_000
    expect(await find(pathTo(url))).toBeNull()
  })

  it('uses expired entries while the database is unavailable', async () => {
    findImageUrl.mockResolvedValueOnce(url).mockRejectedValue(away)
    await find(pathTo(url))
    clock += 3_600_000
    expect(await find(pathTo(url))).toBe(url)
  })

  it('fails for unknown articles while the database is unavailable', async () => {
    findImageUrl.mockResolvedValueOnce(url).mockRejectedValue(away)
    await find(pathTo(url))
    await expect(find(pathTo(newUrl))).rejects.toThrow(away)
    expire(articleId)
    expect(await find(pathTo(url))).toBe(url)
    await expect(find({ ...pathTo(url), articleId: '11111111-2222-4333-8444-555555555555' })).rejects.toThrow(
      away,
    )
  })
})
