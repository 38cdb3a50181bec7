import { expect, it, vi } from 'vitest'
import { createMessage } from './message-page.server.ts'
import { sendGonePages } from './missing-pages.server.ts'

it('responds with 410 and a page that is not stored, instead of rendering', async () => {
  const rendered = { page: await createMessage(200, 'page'), tags: new Set<never>(), expiresAt: 1 }
  const render = vi.fn(async () => rendered)
  const send = sendGonePages(render, async (path) => (path === '/gone' ? '<p>Gone</p>' : undefined))
  const { page, tags } = await send(new Request('http://localhost/gone?x=1'))
  expect(page.status).toBe(410)
  expect(page.bodies.identity?.bytes.toString()).toBe('<p>Gone</p>')
  expect(page.headers[page.headers.indexOf('cache-control') + 1]).toBe('no-store')
  expect(page.headers).toContain('content-security-policy')
  expect(tags.size).toBe(0)
  expect(render).not.toHaveBeenCalled()
  expect(await send(new Request('http://localhost/news'))).toBe(rendered)
})
