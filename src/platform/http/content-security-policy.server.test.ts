import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { unavailablePage } from '#platform/render/unavailable-page.server.ts'
import { isPolicySource, policyHeaders, secureHtml } from './content-security-policy.server.ts'
import { allowScript, allowSources, renderWithContext, scriptNonce } from './render-context.server.ts'

const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
const policyOf = (headers: Record<string, string>) => headers['content-security-policy'] ?? ''
const policy = (allowed?: Parameters<typeof policyHeaders>[0]) => policyOf(policyHeaders(allowed))
const scriptSources = (headers: Record<string, string>) =>
  (/script-src ([^;]*)/.exec(policyOf(headers))?.[1] ?? '').split(' ').slice(1)

/** @param page its HTML, in which `NONCE` stands for the attribute of the application's own tags */
async function render(page: string, prepare = () => {}) {
  const { result, context } = await renderWithContext(() => {
    prepare()
    return page.replaceAll('NONCE', `nonce="${scriptNonce()}"`)
  })
  const { html, headers } = secureHtml(result, context)
  return { html, sources: scriptSources(headers) }
}

describe('inline scripts', () => {
  it.each([
    ['the exact text between the tags', '<script NONCE> a = "ü" \n</script>', [' a = "ü" \n']],
    ['attributes in any order', '<script class="x" NONCE async="">b</script>', ['b']],
    ['line endings as a parser converts them', '<script NONCE>f\r\ng\rh</script>', ['f\ng\nh']],
    [
      'several scripts, each once',
      '<script NONCE>j</script><script NONCE>k</script><script NONCE>j</script>',
      ['j', 'k'],
    ],
    [
      'a script with comparisons',
      '<script NONCE>if (a<b && c>d) "</p>"</script>',
      ['if (a<b && c>d) "</p>"'],
    ],
  ])('of the application are allowed by hash: %s', async (_, page, codes) => {
    const { html, sources } = await render(page)
    expect(sources).toEqual(codes.map(hash))
    expect(html).toBe(page.replaceAll(' NONCE', ''))
  })

  it.each([
    ['a script without the mark', '<p><script>alert(1)</script></p>'],
    ['a script with another nonce', '<script nonce="guess">alert(1)</script>'],
    ['an external script', '<script src="/assets/a.js" NONCE></script>'],
    ['JSON-LD', '<script type="application/ld+json" NONCE>{"a":1}</script>'],
    ['another element', '<link rel="preload" NONCE/><style NONCE>p{}</style>'],
  ])('are not allowed for being on the page: %s', async (_, page) => {
    const { html, sources } = await render(`<script NONCE>own</script>${page}`)
    expect(sources).toEqual([hash('own')])
    expect(html).toBe(`<script>own</script>${page.replaceAll(' NONCE', '')}`)
  })

  it('do not carry the nonce into the cached page', async () => {
    let nonce: string | undefined
    const { html } = await render('<meta property="csp-nonce" content="X"/><script NONCE>a</script>', () => {
      nonce = scriptNonce()
    })
    expect(nonce).toMatch(/^[\w-]{22}$/)
    expect(html).not.toContain(nonce)
    const { result, context } = await renderWithContext(
      () => `<meta property="csp-nonce" content="${scriptNonce()}"/>x`,
    )
    expect(secureHtml(result, context).html).toBe('x')
  })

  it('have a different nonce in each render, and none outside', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => (await renderWithContext(() => scriptNonce())).result),
    )
    expect(new Set(nonces).size).toBe(2)
    expect(scriptNonce()).toBeUndefined()
  })

  it('can be named by their text', async () => {
    expect((await render('<script>known</script>', () => allowScript('known'))).sources).toEqual([
      hash('known'),
    ])
  })
})

describe('policyHeaders', () => {
  it('allows no other scripts, no framing by other sites and no posting to them', () => {
    for (const directive of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'self'",
    ]) {
      expect(policy().split('; ')).toContain(directive)
    }
    expect(policy()).not.toMatch(/script-src[^;]*(unsafe|\*)/)
  })

  it('stays strict without sources, or with an invalid one', () => {
    expect(policy()).not.toMatch(/frame-src|connect-src/)
    expect(policy({ sources: { 'script-src': [], 'frame-src': [] } })).toBe(policy())
    const wild = [
      '*',
      "'unsafe-inline'",
      'https://evil.example;script-src *',
      'https://a.example b',
      'http://a.example',
    ]
    const sources = { 'script-src': wild, 'frame-src': wild, 'img-src': wild, 'connect-src': wild }
    expect(policy({ sources })).toBe(policy())
  })

  it('adds the sources of the page to their directives', () => {
    const scripts = ['a']
    const extended = policy({
      scripts,
      sources: {
        'script-src': ['https://s.example'],
        'frame-src': ['https://*.f.example'],
        'img-src': ['https://i.example'],
        'connect-src': ['https://c.example:8443'],
      },
    })
    const strict = policy({ scripts }).split('; ')
    expect(extended.split('; ').filter((directive) => !strict.includes(directive))).toEqual([
      `script-src 'self' ${hash('a')} https://s.example`,
      "img-src 'self' data: https://i.example",
      "frame-src 'self' https://*.f.example",
      "connect-src 'self' https://c.example:8443",
    ])
  })

  it('fits the unavailable page, which has no scripts and loads no resources', () => {
    expect(unavailablePage('database').html).not.toMatch(/\bsrc=|<script|<link|url\(|@import/)
  })
})

describe('allowSources', () => {
  it('collects each source once, per render', async () => {
    const render = async (name: string) => {
      const { context } = await renderWithContext(async () => {
        allowSources({ 'script-src': ['https://a.example'] })
        await turn()
        allowSources({ 'script-src': ['https://a.example', `https://${name}.example`], 'img-src': [] })
      })
      return scriptSources(secureHtml('', context).headers)
    }
    expect(await Promise.all([render('b'), render('c')])).toEqual([
      ['https://a.example', 'https://b.example'],
      ['https://a.example', 'https://c.example'],
    ])
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
