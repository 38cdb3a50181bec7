import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { unavailablePage } from '#platform/pages/unavailable-page.ts'
import {
  addSecurityHeaders,
  allowSources,
  collectSources,
  contentSecurityPolicy,
  isPolicySource,
} from './security-headers.server.ts'

const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
const scriptSources = (html: string) =>
  (/script-src ([^;]*)/.exec(contentSecurityPolicy(html))?.[1] ?? '').split(' ').slice(1)

describe('contentSecurityPolicy', () => {
  it.each([
    ['the exact text between the tags', '<script> a = "ü" \n</script>', [' a = "ü" \n']],
    ['attributes in any order', '<script nonce="x" type=module async >b</script>', ['b']],
    ['a tag in capitals', '<SCRIPT>c</SCRIPT>', ['c']],
    ['white space in the end tag', '<script>d</script\n>', ['d']],
    ['">" in an attribute', '<script data-a="x>y" data-b=\'>\'>e</script>', ['e']],
    [
      'Windows line endings, which a parser converts to line feeds',
      '<script>f\r\ng\rh</script>',
      ['f\ng\nh'],
    ],
    ['an empty script', '<script></script>', ['']],
    [
      'attributes whose names end like src and type',
      '<script data-src="x" data-type="application/json">i</script>',
      ['i'],
    ],
    ['several scripts, each once', '<script>j</script><p><script>k</script><script>j</script>', ['j', 'k']],
    ['a script among comparisons', '<script>if (a<b && c>d) "</p>"</script>', ['if (a<b && c>d) "</p>"']],
    ['"$" as it stands', '<script>"$&$1"</script>', ['"$&$1"']],
  ])('names inline scripts by hash: %s', (_, html, codes) => {
    expect(scriptSources(html)).toEqual(codes.map(hash))
  })

  it.each([
    ['a file', '<script src="/assets/a.js"></script>'],
    ['a file, with attributes in any order', '<script type="module" async src=/a.js>x</script>'],
    ['a file, in capitals', '<script SRC = "/a.js"></script>'],
    ['JSON-LD', '<script type="application/ld+json">{"a":1}</script>'],
    [
      'JSON-LD, with attributes in any order',
      `<script data-x=1 type = 'application/ld+json'>{"a":1}</script>`,
    ],
    ['JSON', '<script id=x type=application/json>{}</script>'],
    ['another element', '<script-like>x</script-like>'],
    ['an end tag without a start tag', 'x</script>'],
  ])('omits the hash for %s', (_, html) => {
    expect(scriptSources(html)).toEqual([])
  })

  it('allows no other scripts, no framing by other sites and no posting to them', () => {
    const policy = contentSecurityPolicy('')
    for (const directive of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ]) {
      expect(policy.split('; ')).toContain(directive)
    }
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*)/)
  })

  it('stays strict without sources, or with an invalid one', () => {
    const strict = contentSecurityPolicy('')
    expect(strict).not.toMatch(/frame-src|connect-src/)
    expect(contentSecurityPolicy('', { 'script-src': [], 'frame-src': [] })).toBe(strict)
    const wild = [
      '*',
      "'unsafe-inline'",
      'https://evil.example;script-src *',
      'https://a.example b',
      'http://a.example',
    ]
    const named = { 'script-src': wild, 'frame-src': wild, 'img-src': wild, 'connect-src': wild }
    expect(contentSecurityPolicy('', named)).toBe(strict)
  })

  it('adds the sources of the page to their directives', () => {
    const policy = contentSecurityPolicy('<script>a</script>', {
      'script-src': ['https://s.example'],
      'frame-src': ['https://*.f.example'],
      'img-src': ['https://i.example'],
      'connect-src': ['https://c.example:8443'],
    })
    const strict = contentSecurityPolicy('<script>a</script>').split('; ')
    expect(policy.split('; ').filter((directive) => !strict.includes(directive))).toEqual([
      `script-src 'self' ${hash('a')} https://s.example`,
      "img-src 'self' data: https://i.example",
      "frame-src 'self' https://*.f.example",
      "connect-src 'self' https://c.example:8443",
    ])
  })

  it('allows no script on the unavailable page, which loads no resources', () => {
    expect(scriptSources(unavailablePage())).toEqual([])
    expect(unavailablePage()).not.toMatch(/\bsrc=|<link|url\(|@import/)
  })
})

describe('addSecurityHeaders', () => {
  it('keeps headers that the application set', async () => {
    const given = new Response('x', {
      headers: { 'referrer-policy': 'no-referrer', 'cache-control': 'private' },
    })
    const { headers } = await addSecurityHeaders(() => given)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('private')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.has('content-security-policy')).toBe(false)
  })

  it('adds a policy for the scripts of a page and keeps its body', async () => {
    const html = '<script>a</script>'
    const response = await addSecurityHeaders(
      () => new Response(html, { status: 404, headers: { 'content-type': 'text/html' } }),
    )
    expect(response.headers.get('content-security-policy')).toContain(hash('a'))
    expect([response.status, await response.text()]).toEqual([404, html])
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

describe('collectSources', () => {
  it('collects each source once, per render', async () => {
    const render = (name: string) =>
      collectSources(async () => {
        allowSources({ 'script-src': ['https://a.example'] })
        await turn()
        allowSources({ 'script-src': ['https://a.example', `https://${name}.example`], 'img-src': [] })
        return name
      })
    const [b, c] = await Promise.all([render('b'), render('c')])
    expect(b.result).toBe('b')
    expect(b.sources).toMatchObject({
      'script-src': ['https://a.example', 'https://b.example'],
      'img-src': [],
    })
    expect(c.sources['script-src']).toEqual(['https://a.example', 'https://c.example'])
  })

  it('does nothing outside of a render', () => {
    expect(() => allowSources({ 'img-src': ['https://a.example'] })).not.toThrow()
  })
})

describe('isPolicySource', () => {
  it.each([
    'https://ads.example',
    'https://a-b.ads.example:8443',
    'https://*.ads.example',
    'https://xn--bcher-kva.example',
  ])('accepts %s', (source) => {
    expect(isPolicySource(source)).toBe(true)
  })

  it.each([
    '',
    '*',
    'https:',
    'https://*',
    'https://*.*.example',
    'http://ads.example',
    'ads.example',
    'https://ads',
    'https://127.0.0.1',
    'https://[::1]',
    'https://ads.example/',
    'https://ads.example/a.js',
    'https://ads.example:',
    'https://ads.example:*',
    'https://ads.example ',
    'https://ads.example *',
    'https://ads.example;script-src *',
    'https://ads.example,script-src *',
    'https://ads.example\nx',
    'https://ads.example\n',
    "https://ads.example'unsafe-inline'",
    "'unsafe-inline'",
    'data:',
    'https://user@ads.example',
    'https://ADS.example',
    'https://ads_.example',
  ])('rejects %j', (source) => {
    expect(isPolicySource(source)).toBe(false)
  })
})
