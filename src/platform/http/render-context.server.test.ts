import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { addPageTags, renderPageWithContext } from './render-context.server.ts'

describe('renderPageWithContext', () => {
  it('collects each tag once, per render', async () => {
    const render = (name: string) =>
      renderPageWithContext(async () => {
        addPageTags('settings')
        await turn()
        addPageTags('settings', `article:${name}`)
        return name
      })
    const [a, b] = await Promise.all([render('a'), render('b')])
    expect([a.result, [...a.tags]]).toEqual(['a', ['settings', 'article:a']])
    expect([b.result, [...b.tags]]).toEqual(['b', ['settings', 'article:b']])
  })

  it('does nothing outside of a render', () => {
    expect(() => addPageTags('articles')).not.toThrow()
  })

  it('rejects when the render fails', async () => {
    await expect(renderPageWithContext(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  })
})
