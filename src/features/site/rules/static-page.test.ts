import { describe, expect, it } from 'vitest'
import { builtInPage, type SiteInfo } from './built-in-page.ts'
import { STATIC_PAGE_NAMES, STATIC_PAGES } from './static-page.ts'

const SITE: SiteInfo = {
  siteName: 'The Courier',
  contactEmail: '',
  origin: 'https://www.courier.example.com',
  today: '2026-06-14T23:30:00Z',
}

describe('the static pages', () => {
  it.each([
    ['about', '/about', 'About', 'about_page'],
    ['contact', '/contact', 'Contact', 'contact_page'],
    ['privacy-policy', '/privacy-policy', 'Privacy Policy', 'privacy_policy_page'],
    ['terms-of-service', '/terms-of-service', 'Terms of Service', 'terms_of_service_page'],
    ['accessibility', '/accessibility', 'Accessibility', 'accessibility_page'],
  ] as const)('%s has the path %s, the title “%s” and the setting %s', (name, path, title, setting) => {
    expect(STATIC_PAGES[name]).toEqual({ path, title, setting })
  })

  it('are listed in order', () => {
    expect(STATIC_PAGE_NAMES).toEqual([
      'about',
      'contact',
      'privacy-policy',
      'terms-of-service',
      'accessibility',
    ])
  })
})

describe.each(STATIC_PAGE_NAMES)('the built-in text of %s', (name) => {
  it('contains the site name, the street and the day in London', () => {
    const html = builtInPage(name, SITE)
    expect(html).toContain('The Courier')
    expect(html).toMatch(/1 Example Street(, |<br>)Leeds LS1 0AA/)
    expect(html).toContain('Last updated: 15 June 2026')
  })

  it('escapes the name and the email address', () => {
    const html = builtInPage(name, { ...SITE, siteName: 'A & <b>"B"', contactEmail: 'a"><i>@b.example' })
    expect(html).toContain('A &amp; &lt;b&gt;&quot;B&quot;')
    expect(html).not.toMatch(/<b>|<i>/)
  })

  it('has no missing values', () => {
    expect(builtInPage(name, SITE)).not.toMatch(/undefined|null|NaN|\[object|\$\{/)
  })
})

describe('the addresses in the built-in texts', () => {
  const addresses = (site: SiteInfo) =>
    new Set(
      STATIC_PAGE_NAMES.flatMap((name) =>
        [...builtInPage(name, site).matchAll(/<a href="mailto:([^"]+)">([^<]+)<\/a>/g)].map(
          ([, address, text]) => (address === text ? address : `${address} is called ${text}`),
        ),
      ),
    )

  it.each([
    ['https://www.courier.example.com', 'courier.example.com'],
    ['https://news.example.co.uk:8443', 'news.example.co.uk'],
    ['https://xn--zeitung-8ya.xn--p1ai', 'xn--zeitung-8ya.xn--p1ai'],
    ['http://localhost:3000', 'example.org'],
    ['http://paper.localhost', 'example.org'],
    ['http://newsserver', 'example.org'],
    ['http://192.168.0.10:3000', 'example.org'],
    ['http://[::1]:3000', 'example.org'],
  ])('of a site at %s are at %s', (origin, host) => {
    expect(addresses({ ...SITE, origin })).toEqual(
      new Set([`news@${host}`, `hello@${host}`, `privacy@${host}`, `legal@${host}`]),
    )
  })

  it('include the contact email of the settings', () => {
    const all = addresses({ ...SITE, contactEmail: ' desk@paper.example ' })
    expect(all).toContain('desk@paper.example')
    expect(all).not.toContain('hello@courier.example.com')
  })
})
