import { expect, it } from 'vitest'
import { createSharedReads, readShared, setSharedReads } from '#platform/cache/shared-reads.server.ts'
import { passHtml, renderedPreview, renderPageWithContext } from '#platform/http/render-context.server.ts'
import { renderPreviewPage, setPreviewFetch } from './preview-page.server.ts'

it('renders the page that functions load for the preview, and only for it', async () => {
  setPreviewFetch(async ({ url }) => {
    const { at } = renderedPreview() ?? {}
    passHtml(`<p>${new URL(url).pathname} ${at === null ? 'draft' : at?.toISOString()}</p>`)
    return new Response(null, { status: 200 })
  })
  expect(await renderPreviewPage('/sport', { at: null })).toBe('<p>/sport draft</p>')
  const at = new Date('2026-11-24T09:00:00Z')
  expect(await renderPreviewPage('/', { at })).toBe('<p>/ 2026-11-24T09:00:00.000Z</p>')
  expect(renderedPreview()).toBeUndefined()
  const { result, isCacheable } = await renderPageWithContext(() => renderedPreview())
  expect({ result, isCacheable }).toEqual({ result: undefined, isCacheable: true })
})

it('neither shows data that pages share nor shares its own', async () => {
  setSharedReads(createSharedReads())
  const page = (front: string) => async () => {
    passHtml(await readShared('front', 'articles', async () => front))
    return new Response(null, { status: 200 })
  }
  const readers = () => renderPageWithContext(page('published')).then(({ html }) => html)
  setPreviewFetch(page('draft'))
  expect(await renderPreviewPage('/', { at: null })).toBe('draft')
  expect(await readers()).toBe('published')
  expect(await renderPreviewPage('/', { at: null })).toBe('draft')
  setSharedReads(undefined)
})

it('fails if the page fails', async () => {
  setPreviewFetch(async () => new Response('broken', { status: 500 }))
  await expect(renderPreviewPage('/', { at: null })).rejects.toThrow('status 500')
})
