import { describe, expect, it } from 'vitest'
import { HOSTILE_HTML } from '#platform/testing/hostile-html.ts'
import { type AdDescription, describeAd } from './describe-ad.server.ts'

const NOTHING: AdDescription = { markup: '', scripts: [], pushes: 0, hosts: [], removed: [] }
const UNIT = `<script async src="https://ads.example/unit.js"></script>
<ins class="adsbygoogle" data-ad-slot="2"></ins><script>(adsbygoogle = window.adsbygoogle || []).push({});</script>`

describe('describeAd', () => {
  it('lists the remaining markup, scripts and hosts of a unit', () => {
    expect(describeAd(UNIT, 'bannerCode')).toEqual({
      markup: '<ins class="adsbygoogle" data-ad-slot="2"></ins>',
      scripts: ['https://ads.example/unit.js'],
      pushes: 1,
      hosts: ['ads.example'],
      removed: ["AdSense's inline call: Masthead runs it for each unit"],
    })
  })

  it('includes the other hosts of a known network', () => {
    const { hosts } = describeAd(
      '<script src="https://pagead2.googlesyndication.com/a.js"></script>',
      'headerCode',
    )
    expect(hosts[0]).toBe('pagead2.googlesyndication.com')
    expect(hosts).toContain('*.doubleclick.net')
  })

  it('includes only scripts of the header code', () => {
    expect(describeAd(UNIT, 'headerCode')).toMatchObject({
      markup: '',
      pushes: 0,
      scripts: ['https://ads.example/unit.js'],
      removed: [expect.any(String), 'Visible elements: the head can contain scripts only'],
    })
  })

  it.each<[string, string, string[]]>([
    ['an empty code', ' \n', []],
    ['an inline script', '<script>window.x = 1</script>', ['Inline script: inline code is never run']],
    [
      'a script with an http URL',
      '<script src="http://ads.example/a.js"></script>',
      ['Script http://ads.example/a.js: only scripts from https hosts are loaded'],
    ],
    [
      'frames and images',
      '<iframe src="https://x.example"></iframe><img src="x"><iframe></iframe>',
      ['Element: iframe', 'Element: img'],
    ],
  ])('lists the removed parts of %s', (_, code, removed) => {
    expect(describeAd(code, 'leftSidebarCode')).toEqual({ ...NOTHING, removed })
  })

  it('describes hostile code safely', () => {
    const { scripts, markup } = describeAd(HOSTILE_HTML.join('\n'), 'bannerCode')
    expect(scripts.every((src) => src.startsWith('https://'))).toBe(true)
    expect(markup).not.toMatch(/<(script|iframe|img|svg)/i)
  })
})
