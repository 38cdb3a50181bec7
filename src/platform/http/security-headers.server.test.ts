import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { allowSources, scriptNonce } from './render-context.server.ts'
import { addSecurityHeaders } from './security-headers.server.ts'

const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

describe('addSecurityHeaders', () => {
  it('keeps headers that the application set', async () => {
    const given = new Response('x', {
      headers: { 'referrer-policy': 'no-referrer', 'cache-control': 'private' },
    })
    const { headers } = await addSecurityHeaders(() => given)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('private')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("frame-ancestors 'self'")
  })

  it('allows the marked scripts of a page, and keeps the rest of its body', async () => {
    const response = await addSecurityHeaders(
      () =>
        new Response(`<script nonce="${scriptNonce()}">a</script><script>b</script>`, {
          status: 404,
          headers: { 'content-type': 'text/html' },
        }),
    )
    expect(response.headers.get('content-security-policy')).toContain(`script-src 'self' ${hash('a')};`)
    expect([response.status, await response.text()]).toEqual([404, '<script>a</script><script>b</script>'])
  })

  it('allows the sources that the render added', async () => {
    const { headers } = await addSecurityHeaders(async () => {
      allowSources({ 'script-src': ['https://ads.example'] })
      return new Response('x', { headers: { 'content-type': 'text/html' } })
    })
    expect(headers.get('content-security-policy')).toContain("script-src 'self' https://ads.example;")
  })

  it('passes a stream through without buffering', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const response = await addSecurityHeaders(
      () => new Response(readable, { headers: { 'content-type': 'text/event-stream' } }),
    )
    const writer = writable.getWriter()
    writer.write(new TextEncoder().encode('data: 1\n\n'))
    const { value } = (await response.body?.getReader().read()) ?? {}
    expect(new TextDecoder().decode(value)).toBe('data: 1\n\n')
  })

  it.each([204, 304])('accepts a %i without a body', async (status) => {
    const response = await addSecurityHeaders(
      () => new Response(null, { status, headers: { 'content-type': 'text/html' } }),
    )
    expect([response.status, response.body]).toEqual([status, null])
  })

  it('accepts a redirect with immutable headers', async () => {
    const response = await addSecurityHeaders(() => Response.redirect('https://news.example.org/'))
    expect([response.status, response.headers.get('location')]).toEqual([302, 'https://news.example.org/'])
  })
})
