import { describe, expect, it } from 'vitest'
import { HOSTILE_HTML } from '#platform/testing/hostile-html.ts'
import { type AdDescription, describeAd } from './describe-ad.server.ts'

const NOTHING: AdDescription = { markup: '', scripts: [], pushes: 0, hosts: [], leftOut: [] }
const UNIT = `<script async src="https://ads.example/unit.js"></script>
<ins class="adsbygoogle" data-ad-slot="2"></ins><script>(adsbygoogle = window.adsbygoogle || []).push({});</script>`

describe('describeAd', () => {
  it('tells what is kept of a unit, and which hosts it needs', () => {
    expect(describeAd(UNIT, 'bannerCode')).toEqual({
      markup: '<ins class="adsbygoogle" data-ad-slot="2"></ins>',
      scripts: ['https://ads.example/unit.js'],
      pushes: 1,
      hosts: ['ads.example'],
      leftOut: ["AdSense's own call in the script: it is made for each unit in its place."],
    })
  })

  it('names the companions of a network that is known', () => {
    const { hosts } = describeAd(
      '<script src="https://pagead2.googlesyndication.com/a.js"></script>',
      'headerCode',
    )
    expect(hosts[0]).toBe('pagead2.googlesyndication.com')
    expect(hosts).toContain('*.doubleclick.net')
  })

  it('keeps of a head nothing but its scripts', () => {
    expect(describeAd(UNIT, 'headerCode')).toMatchObject({
      markup: '',
      pushes: 0,
      scripts: ['https://ads.example/unit.js'],
      leftOut: [expect.any(String), 'What is to be shown: a head can hold scripts only.'],
    })
  })

  it.each<[string, string, string[]]>([
    ['nothing', ' \n', []],
    [
      'an inline script',
      '<script>window.x = 1</script>',
      ['What is written inside a script: it is never run.'],
    ],
    [
      'a script of http',
      '<script src="http://ads.example/a.js"></script>',
      ['The script http://ads.example/a.js: only scripts of an https host are loaded.'],
    ],
    [
      'frames and images',
      '<iframe src="https://x.example"></iframe><img src="x"><iframe></iframe>',
      ['The element iframe.', 'The element img.'],
    ],
  ])('tells what is left out of %s', (_, code, leftOut) => {
    expect(describeAd(code, 'leftSidebarCode')).toEqual({ ...NOTHING, leftOut })
  })

  it('describes hostile codes without a fault', () => {
    const { scripts, markup } = describeAd(HOSTILE_HTML.join('\n'), 'bannerCode')
    expect(scripts.every((src) => src.startsWith('https://'))).toBe(true)
    expect(markup).not.toMatch(/<(script|iframe|img|svg)/i)
  })
})
