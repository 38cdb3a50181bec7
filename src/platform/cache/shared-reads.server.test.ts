import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPageWithContext } from '#platform/http/render-context.server.ts'
import { createSharedReads, readShared, type SharedReads, setSharedReads } from './shared-reads.server.ts'

let reads: SharedReads
const load = vi.fn<() => Promise<string>>()
const read = () => readShared('name', 'settings', load)
const render = async () => (await renderPageWithContext(read)).result

beforeEach(() => {
  reads = createSharedReads()
  setSharedReads(reads)
  load.mockReset().mockResolvedValueOnce('old').mockResolvedValue('new')
})
afterEach(() => setSharedReads(undefined))

describe('readShared', () => {
  it('loads once for all pages until the tag changes', async () => {
    expect(await Promise.all([render(), render()])).toEqual(['old', 'old'])
    reads.invalidate(['articles'])
    expect(await render()).toBe('old')
    expect(load).toHaveBeenCalledTimes(1)
    reads.invalidate(['articles', 'settings'])
    expect(await render()).toBe('new')
  })

  it('loads again after missed notifications', async () => {
    await render()
    reads.invalidateAll()
    expect(await render()).toBe('new')
  })

  it('adds the tag to every page that shows the data', async () => {
    for (const _ of ['first', 'second'])
      expect((await renderPageWithContext(read)).tags).toEqual(new Set(['settings']))
  })

  it('does not return a load that began before a change to later pages', async () => {
    const old = Promise.withResolvers<string>()
    load.mockReset().mockReturnValueOnce(old.promise).mockResolvedValue('new')
    const before = render()
    reads.invalidate(['settings'])
    const after = render()
    old.resolve('old')
    expect(await Promise.all([before, after, render()])).toEqual(['old', 'new', 'new'])
  })

  it('does not cache failures', async () => {
    load.mockReset().mockRejectedValueOnce(new Error('no database')).mockResolvedValue('new')
    await expect(render()).rejects.toThrow('no database')
    expect(await render()).toBe('new')
  })

  it('loads for requests that are not cached pages, which expect their own changes', async () => {
    await render()
    expect(await read()).toBe('new')
  })

  it('loads each time while no change is announced', async () => {
    setSharedReads(undefined)
    await render()
    expect(await render()).toBe('new')
  })
})
