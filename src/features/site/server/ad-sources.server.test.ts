import { describe, expect, it } from 'vitest'
import { isPolicySource } from '#platform/http/content-security-policy.server.ts'
import { adSources } from './sanitise-ad.server.ts'

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
