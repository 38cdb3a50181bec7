import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { allowSources, collectSources, isPolicySource } from './policy-sources.server.ts'

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
