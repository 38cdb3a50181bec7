import { describe, expect, it } from 'vitest'
import type { HostDecision, Scheme } from '#platform/server/host-gate.server.ts'
import { decideHost, type PublicNames, publicOrigin, shareOrigin } from './decide-host.ts'

const NO_NAME: PublicNames = { siteUrl: undefined, customDomain: '', preferWww: false }
const BARE: PublicNames = { ...NO_NAME, siteUrl: 'https://news.example.org' }
const WWW: PublicNames = { ...BARE, preferWww: true }
const HTTP: PublicNames = { ...NO_NAME, siteUrl: 'http://news.example.org:8080' }
const DOMAIN: PublicNames = { ...NO_NAME, customDomain: 'paper.example' }
const BOTH: PublicNames = {
  ...NO_NAME,
  siteUrl: 'https://paper-1.onrender.com',
  customDomain: 'paper.example',
}
const LOCAL: PublicNames = { ...NO_NAME, siteUrl: 'http://localhost:3000' }

function formatDecision(decision: HostDecision): string {
  if (decision.kind === 'serve') return decision.isStrict ? 'serve, strictly' : 'serve'
  return decision.kind === 'redirect' ? decision.origin : `reject ${decision.status}`
}
const decided = (host: string | undefined, scheme: Scheme, names: PublicNames) =>
  formatDecision(decideHost(host, scheme, names))

describe('decideHost for local hosts', () => {
  it.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST',
    'localhost.',
    'paper.localhost:3000',
    'www.paper.localhost',
    '127.0.0.1:3000',
    '127.9.9.9',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.5:80',
    '169.254.1.1',
    '100.64.0.1',
    '0.0.0.0:3000',
    '[::1]:3000',
    '[fe80::1]',
    '[fd00::1]',
    '[::ffff:192.168.1.5]',
    '[0:0:0:0:0:0:0:1]',
    'kitchen.local',
    'masthead',
    'masthead_web_1:3000',
    '0x7f.1',
  ])('%s', (host) => {
    for (const names of [NO_NAME, BARE, WWW, DOMAIN, BOTH, LOCAL]) {
      for (const scheme of ['http', 'https', 'unknown'] as const)
        expect(decided(host, scheme, names)).toBe('serve')
    }
  })
})

describe("decideHost for the site's own hosts", () => {
  it.each([
    ['news.example.org', 'https', BARE, 'serve, strictly'],
    ['news.example.org', 'unknown', BARE, 'serve'],
    ['news.example.org', 'http', BARE, 'https://news.example.org'],
    ['www.news.example.org', 'http', BARE, 'https://news.example.org'],
    ['www.news.example.org', 'https', BARE, 'https://news.example.org'],
    ['www.news.example.org', 'unknown', BARE, 'https://news.example.org'],
    ['www.news.example.org', 'https', WWW, 'serve, strictly'],
    ['news.example.org', 'https', WWW, 'https://www.news.example.org'],
    ['news.example.org', 'http', WWW, 'https://www.news.example.org'],
    ['NEWS.Example.ORG', 'https', BARE, 'serve, strictly'],
    ['NEWS.Example.ORG', 'http', BARE, 'https://news.example.org'],
    ['news.example.org.', 'https', BARE, 'https://news.example.org'],
    ['www.news.example.org.:443', 'https', BARE, 'https://news.example.org'],
    // The port is the proxy's concern.
    ['news.example.org:3000', 'https', BARE, 'serve, strictly'],
    ['news.example.org:3000', 'http', BARE, 'https://news.example.org'],
    ['news.example.org', 'https', { ...BARE, siteUrl: 'https://news.example.org:8443' }, 'serve, strictly'],
    [
      'www.news.example.org:8443',
      'https',
      { ...BARE, siteUrl: 'https://news.example.org:8443' },
      'https://news.example.org:8443',
    ],
    [
      'news.example.org',
      'http',
      { ...BARE, siteUrl: 'https://www.news.example.org' },
      'https://news.example.org',
    ],
    [
      'xn--mnchen-3ya.example',
      'http',
      { ...BARE, siteUrl: 'https://xn--mnchen-3ya.example' },
      'https://xn--mnchen-3ya.example',
    ],
    // SITE_URL uses http.
    ['news.example.org:8080', 'http', HTTP, 'serve'],
    ['news.example.org:8080', 'https', HTTP, 'serve'],
    ['www.news.example.org:8080', 'http', HTTP, 'http://news.example.org:8080'],
    ['www.news.example.org', 'https', HTTP, 'https://news.example.org'],
    ['news.example.org', 'http', { ...HTTP, customDomain: 'news.example.org' }, 'serve'],
    // IP addresses have no www.
    ['203.0.113.5:3000', 'http', { ...WWW, siteUrl: 'http://203.0.113.5:3000' }, 'serve'],
    ['[2001:db8::1]', 'http', { ...WWW, siteUrl: 'https://[2001:db8::1]' }, 'https://[2001:db8::1]'],
    // A custom domain in addition to SITE_URL.
    ['paper.example', 'http', DOMAIN, 'https://paper.example'],
    ['www.paper.example', 'https', DOMAIN, 'https://paper.example'],
    ['paper.example', 'https', { ...DOMAIN, preferWww: true }, 'https://www.paper.example'],
    ['paper.example', 'https', BOTH, 'serve, strictly'],
    ['www.paper.example', 'http', BOTH, 'https://paper.example'],
    ['paper.example', 'https', { ...LOCAL, customDomain: 'paper.example' }, 'serve, strictly'],
    // "www.com" is not "com" with www.
    ['www.com', 'https', { ...BARE, siteUrl: 'https://www.com' }, 'serve, strictly'],
  ] as const)('%s by %s', (host, scheme, names, expected) => {
    expect(decided(host, scheme, names)).toBe(expected)
  })

  it('redirects once: the target of a redirect is served', () => {
    for (const names of [BARE, WWW, HTTP, DOMAIN, BOTH]) {
      for (const host of ['news.example.org', 'www.news.example.org', 'paper.example', 'www.paper.example']) {
        for (const scheme of ['http', 'https', 'unknown'] as const) {
          const decision = decideHost(host, scheme, names)
          if (decision.kind !== 'redirect') continue
          const to = new URL(decision.origin)
          expect(decideHost(to.host, to.protocol === 'https:' ? 'https' : 'http', names).kind).toBe('serve')
        }
      }
    }
  })
})

describe('decideHost for hosts of previews and hosting providers', () => {
  it.each([
    ['paper-git-main.vercel.app', 'https', BARE, 'serve'],
    ['paper-git-main.vercel.app', 'http', WWW, 'https://paper-git-main.vercel.app'],
    ['www.paper.netlify.app', 'https', BARE, 'serve'],
    ['www.paper.netlify.app', 'http', BARE, 'https://www.paper.netlify.app'],
    ['3000-paper.gitpod.io', 'unknown', BARE, 'serve'],
    ['paper-1.onrender.com', 'https', BOTH, 'serve, strictly'],
    ['paper-1.onrender.com', 'http', { ...BOTH, preferWww: true }, 'https://paper-1.onrender.com'],
    ['www.paper-1.onrender.com', 'https', BOTH, 'serve'],
    ['paper-1-pr-7.onrender.com', 'https', BOTH, 'serve'],
    ['paper.onrender.com', 'http', { ...BARE, siteUrl: 'http://paper.onrender.com' }, 'serve'],
    ['paper.up.railway.app', 'http', DOMAIN, 'https://paper.up.railway.app'],
    // The provider itself and a similar name.
    ['vercel.app', 'https', BARE, 'reject 421'],
    ['evilvercel.app', 'https', BARE, 'reject 421'],
    ['paper.vercel.app.evil.example', 'https', BARE, 'reject 421'],
    ['paper.vercel.app', 'https', NO_NAME, 'reject 421'],
  ] as const)('%s by %s', (host, scheme, names, expected) => {
    expect(decided(host, scheme, names)).toBe(expected)
  })
})

describe('decideHost for unknown hosts', () => {
  it.each([
    ['evil.example', BARE, 'reject 421'],
    ['news.example.org.evil.example', BARE, 'reject 421'],
    ['evil-news.example.org', BARE, 'reject 421'],
    ['www.www.news.example.org', BARE, 'reject 421'],
    ['example.org', BARE, 'reject 421'],
    ['news.example.org', NO_NAME, 'reject 421'],
    ['news.example.org', LOCAL, 'reject 421'],
    ['203.0.113.5', BARE, 'reject 421'],
    ['[2001:db8::2]:3000', NO_NAME, 'reject 421'],
    ['local', { ...NO_NAME, customDomain: 'local' }, 'serve'],
    [undefined, BARE, 'reject 400'],
    ['', BARE, 'reject 400'],
    [' ', BARE, 'reject 400'],
    ['.', BARE, 'reject 400'],
    ['news.example.org..', BARE, 'reject 400'],
    ['news..example.org', BARE, 'reject 400'],
    ['.news.example.org', BARE, 'reject 400'],
    ['user@news.example.org', BARE, 'reject 400'],
    ['user:secret@news.example.org', BARE, 'reject 400'],
    ['news.example.org evil.example', BARE, 'reject 400'],
    ['news.example.org, evil.example', BARE, 'reject 400'],
    ['news.example.org/evil', BARE, 'reject 400'],
    ['news.example.org?evil', BARE, 'reject 400'],
    ['news.example.org#evil', BARE, 'reject 400'],
    ['news.example.org\\evil.example', BARE, 'reject 400'],
    ['news.example.org:http', BARE, 'reject 400'],
    ['news.example.org:', BARE, 'reject 400'],
    ['news.example.org:123456', BARE, 'reject 400'],
    ['%6eews.example.org', BARE, 'reject 400'],
    ['münchen.example', BARE, 'reject 400'],
    ['[::1', BARE, 'reject 400'],
    ['::1', BARE, 'reject 400'],
    ['[fe80::1%25eth0]', BARE, 'reject 400'],
    ['[::1].', BARE, 'reject 400'],
    ['[1.2.3]', BARE, 'reject 400'],
    ['999.1.1.1', BARE, 'reject 400'],
    ['[::1]evil.example', BARE, 'reject 400'],
  ] as const)('%j', (host, names, expected) => {
    for (const scheme of ['http', 'https', 'unknown'] as const)
      expect(decided(host, scheme, names)).toBe(expected)
  })

  it('with a reason that names the setting', () => {
    expect(decideHost('evil.example', 'http', NO_NAME)).toMatchObject({
      reason: expect.stringMatching(/no public address yet\. Set SITE_URL/),
    })
    expect(decideHost('evil.example', 'http', BARE)).toMatchObject({
      reason: expect.stringMatching(/set SITE_URL or the custom domain/),
    })
  })
})

describe('publicOrigin', () => {
  it.each<[PublicNames, string | undefined]>([
    [NO_NAME, undefined],
    [BARE, 'https://news.example.org'],
    [WWW, 'https://www.news.example.org'],
    [{ ...BARE, siteUrl: 'https://www.news.example.org' }, 'https://news.example.org'],
    [{ ...WWW, customDomain: 'paper.example' }, 'https://www.news.example.org'],
    [HTTP, 'http://news.example.org:8080'],
    [BOTH, 'https://paper-1.onrender.com'],
    [{ ...BOTH, preferWww: true }, 'https://paper-1.onrender.com'],
    [LOCAL, 'http://localhost:3000'],
    [{ ...LOCAL, preferWww: true }, 'http://localhost:3000'],
    [DOMAIN, 'https://paper.example'],
    [{ ...DOMAIN, preferWww: true }, 'https://www.paper.example'],
  ])('%j: %s', (names, expected) => {
    expect(publicOrigin(names)).toBe(expected)
  })

  it('prefers the custom domain in share links', () => {
    expect(shareOrigin(BOTH)).toBe('https://paper.example')
    expect(shareOrigin(BARE)).toBe('https://news.example.org')
    expect(shareOrigin(NO_NAME)).toBeUndefined()
  })

  it.each([
    ['  Paper.Example ', 'https://paper.example'],
    ['www.paper.example', 'https://paper.example'],
    ['https://paper.example/', 'https://paper.example'],
    ['http://paper.example/news?x=1#y', 'https://paper.example'],
    ['paper.example/path', 'https://paper.example'],
    ['paper.example:8443', 'https://paper.example:8443'],
    ['user:secret@paper.example', 'https://paper.example'],
    ['münchen.example', 'https://xn--mnchen-3ya.example'],
    ['203.0.113.5', 'https://203.0.113.5'],
    ['localhost', undefined],
    ['192.168.1.5', undefined],
    ['kitchen.local', undefined],
    ['paper', undefined],
    ['my paper.example', undefined],
    ['javascript://paper.example', undefined],
    ['ftp://paper.example', undefined],
    ['https://', undefined],
    ['<script>', undefined],
  ])('normalises a custom domain: %j', (customDomain, expected) => {
    expect(publicOrigin({ ...NO_NAME, customDomain })).toBe(expected)
  })
})
