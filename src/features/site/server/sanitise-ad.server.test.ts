import { describe, expect, it } from 'vitest'
import { isPolicySource } from '#platform/http/content-security-policy.server.ts'
import { HOSTILE_HTML } from '#platform/testing/hostile-html.ts'
import { adSources, sanitiseAd } from './sanitise-ad.server.ts'

/** Copied from AdSense. */
const UNIT = `<script async src="https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=ca-pub-1"
     crossorigin="anonymous"></script>
<!-- Banner -->
<ins class="adsbygoogle"
     style="display:block"
     data-ad-client="ca-pub-1"
     data-ad-slot="2"
     data-ad-format="auto"
     data-full-width-responsive="true"></ins>
<script>
     (adsbygoogle = window.adsbygoogle || []).push({});
</script>`

const markupOf = (code: string) => sanitiseAd(code)?.markup ?? null
const scriptsOf = (code: string) => sanitiseAd(code)?.scripts ?? []

describe('sanitiseAd', () => {
  it('separates an ad unit into markup, scripts and calls', () => {
    expect(sanitiseAd(UNIT)).toEqual({
      markup:
        '<ins class="adsbygoogle" style="display:block" data-ad-client="ca-pub-1" data-ad-slot="2" data-ad-format="auto" data-full-width-responsive="true"></ins>',
      scripts: [
        {
          src: 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=ca-pub-1',
          crossorigin: 'anonymous',
        },
      ],
      pushes: 1,
    })
  })

  it.each([
    ['nothing', ''],
    ['white space', ' \n '],
    ['a comment', '<!-- Banner -->'],
    ['an inline script', '<script>window.__pwned = 1</script>'],
    ['an unclosed tag', '<ins class="adsbygoogle'],
    ['a script with an http URL', '<script src="http://ads.example/a.js"></script>'],
  ])('is null for %s', (_, code) => {
    expect(sanitiseAd(code)).toBeNull()
  })

  it.each([
    ['unclosed tags are closed', '<div><span>x', '<div><span>x</span></div>'],
    ['unmatched closing tags are dropped', '</div></aside></main>x', 'x'],
    ['other tags are dropped', '<section><p>x</p></section>', 'x'],
    ['handlers are dropped', '<div onclick="x()" onload=x()>x</div>', '<div>x</div>'],
    [
      'other data attributes are dropped',
      '<div data-x="1" data-ads="2" data-ad-x="3">x</div>',
      '<div data-ad-x="3">x</div>',
    ],
    [
      'the status attribute of a filled unit is dropped',
      '<ins data-adsbygoogle-status="done"></ins>',
      '<ins></ins>',
    ],
    [
      'a size is allowed',
      '<ins style="display: inline-block; width: 300px; height:600px"></ins>',
      '<ins style="display:inline-block;width:300px;height:600px"></ins>',
    ],
    ['a width in per cent is allowed', '<ins style="width:100%"></ins>', '<ins style="width:100%"></ins>'],
    [
      'other styles are dropped',
      '<div style="position:fixed;inset:0;z-index:9;display:none">x</div>',
      '<div>x</div>',
    ],
    [
      'styles with URLs are dropped',
      '<div style="width:url(https://evil.example);background:url(//x)">x</div>',
      '<div>x</div>',
    ],
    ['an invalid style is dropped', '<div style="}body{display:block">x</div>', '<div>x</div>'],
    [
      'an id with a digit or hyphen is allowed',
      '<div id="div-gpt-ad-1"></div>',
      '<div id="div-gpt-ad-1"></div>',
    ],
    ['an id that shadows a window property is dropped', '<div id="adsbygoogle"></div>', '<div></div>'],
    ['an id of the page is dropped', '<div id="content"></div>', '<div></div>'],
    [
      'an id of the framework is dropped',
      '<div id="$_TSR"></div><div id="__TSR_1"></div>',
      '<div></div><div></div>',
    ],
    ['base, meta and link are dropped', '<base href="//x"><meta http-equiv=refresh><link href=x>y', 'y'],
    ['a style sheet is dropped with its content', '<style>main { display: none }</style>x', 'x'],
    ['a frame is dropped with its content', '<iframe src="https://ads.example"><div>x</div></iframe>y', 'y'],
  ])('%s', (_, code, markup) => {
    expect(markupOf(code)).toBe(markup)
  })

  it.each([
    ['https', 'https://ads.example/a.js?b=1&c=2', 'https://ads.example/a.js?b=1&c=2'],
    ['no scheme', '//ads.example/a.js', 'https://ads.example/a.js'],
    ['surrounding white space', ' https://ads.example/a.js\n', 'https://ads.example/a.js'],
    ['capitals', 'HTTPS://Ads.Example/A.js', 'https://ads.example/A.js'],
    ['a port', 'https://ads.example:8443/a.js', 'https://ads.example:8443/a.js'],
    ['a non-ASCII host', 'https://bücher.example/a.js', 'https://xn--bcher-kva.example/a.js'],
  ])('returns a script from an https host: %s', (_, src, href) => {
    expect(scriptsOf(`<script src="${src}"></script>`)).toEqual([{ src: href }])
  })

  it.each([
    'http://ads.example/a.js',
    'javascript:alert(1)',
    ' java\tscript:alert(1)',
    'data:text/javascript,alert(1)',
    'data:text/javascript;base64,YWxlcnQoMSk=',
    'blob:https://ads.example/1',
    'filesystem:https://ads.example/1',
    'ftp://ads.example/a.js',
    '/a.js',
    'a.js',
    '',
    'https://',
    'https:///',
    'https://localhost/a.js',
    'https://127.0.0.1/a.js',
    'https://2130706433/a.js',
    'https://[::1]/a.js',
    'https://user:pw@ads.example/a.js',
    'https://evil.example;script-src *',
    'https://evil.example;script-src/a.js',
    'https://evil.example,*/a.js',
    "https://evil.example'unsafe-inline'/a.js",
    'https://*/a.js',
    'https://*.example/a.js',
    'https://evil example/a.js',
    'https://evil.example%20*/a.js',
    'https://evil_.example/a.js',
  ])('rejects the script %j', (src) => {
    expect(scriptsOf(`<script src="${src}"></script>x`)).toEqual([])
  })

  it('keeps data attributes and crossorigin of a script', () => {
    const code = `<script defer async type="module" id="x-1" onload="x()" integrity="x" nonce="x" charset="x"
      data-ad-client="ca-pub-1" data-x="1" crossorigin="use-credentials" src="https://ads.example/a.js">x()</script>`
    expect(scriptsOf(code)).toEqual([
      { src: 'https://ads.example/a.js', 'data-ad-client': 'ca-pub-1', crossorigin: 'use-credentials' },
    ])
  })

  it('returns each script once', () => {
    expect(scriptsOf(UNIT + UNIT)).toHaveLength(1)
    expect(sanitiseAd(UNIT + UNIT)?.pushes).toBe(2)
  })

  it.each([
    ['an additional class', '<ins class="a adsbygoogle\nb"></ins>', 1],
    ['a longer class name', '<ins class="adsbygoogle-noablate"></ins>', 0],
    ['another element', '<div class="adsbygoogle"></div>', 0],
    [
      'a unit within another element',
      '<div><ins class="adsbygoogle"></ins></div><ins class="adsbygoogle"></ins>',
      2,
    ],
    ['a unit within a dropped frame', '<iframe><ins class="adsbygoogle"></ins></iframe>x', 0],
  ])('counts AdSense units: %s', (_, code, pushes) => {
    expect(sanitiseAd(code)?.pushes).toBe(pushes)
  })

  it('ignores scripts in text that browsers do not parse', () => {
    const script = '<script src="https://ads.example/a.js"></script>'
    for (const tag of ['iframe', 'noscript', 'textarea', 'template', 'style', 'svg', 'xmp'])
      expect(scriptsOf(`<${tag}>${script}</${tag}>x`), tag).toEqual([])
    expect(scriptsOf(`<!--${script}-->x`)).toEqual([])
  })
})

describe('hostile markup in an ad code', () => {
  const TAG = /<\/?(?:ins|div|span)(?: (?:class|id|style|data-[a-z-]+)="[^"<>]*")* ?>/g

  it.each(HOSTILE_HTML)('removes everything that is not allowed from %j', (html) => {
    for (const code of [html, `<div>${html}</div>`, `<ins class="adsbygoogle">${html}`, html.repeat(3)]) {
      const ad = sanitiseAd(code)
      expect(ad?.markup.replace(TAG, '') ?? '').not.toMatch(/[<>]/)
      for (const { src } of ad?.scripts ?? []) expect(src).toMatch(/^https:\/\/(evil|x)\.example\//)
    }
  })
})

describe('adSources', () => {
  it('is empty without scripts', () => {
    expect(adSources([])).toEqual({})
  })

  it('allows only the named hosts of an unknown network', () => {
    const sources = ['https://ads.example', 'https://cdn.ads.example:8443']
    expect(adSources(['ads.example', 'cdn.ads.example:8443'])).toEqual({
      'script-src': sources,
      'frame-src': sources,
      'img-src': sources,
      'connect-src': sources,
    })
  })

  it.each([
    'pagead2.googlesyndication.com',
    'securepubads.g.doubleclick.net',
    'www.googletagservices.com',
    'fundingchoicesmessages.google.com',
  ])('adds the other hosts of the network of %s', (host) => {
    const sources = adSources([host])
    expect(sources['script-src']).toContain('https://*.googlesyndication.com')
    expect(sources['frame-src']).toContain('https://*.doubleclick.net')
    expect(sources['connect-src']).toContain('https://*.adtrafficquality.google')
    expect(sources['img-src']).toContain('https://*.gstatic.com')
    expect(
      Object.values(sources)
        .flat()
        .filter((source) => !isPolicySource(source)),
    ).toEqual([])
  })

  it('does not allow scripts from all of google.com', () => {
    expect(adSources(['pagead2.googlesyndication.com'])['script-src']).not.toContain('https://*.google.com')
  })

  it.each(['googlesyndication.com.evil.example', 'notgooglesyndication.com', 'google.com', 'www.google.com'])(
    'treats %s as an unknown network',
    (host) => {
      expect(adSources([host])['script-src']).toEqual([`https://${host}`])
    },
  )
})
