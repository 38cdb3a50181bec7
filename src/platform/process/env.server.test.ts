import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { parseEnv } from './env.server.ts'

describe('parseEnv', () => {
  it('has a default for everything', () => {
    expect(parseEnv({})).toMatchObject({
      PORT: 3000,
      SAMPLE_EDITION: true,
      NEWS_FETCH: 'on',
      TRUST_PROXY: 0,
      HSTS_INCLUDE_SUBDOMAINS: false,
      LOG_LEVEL: 'info',
    })
  })

  it('reads the addresses of a CDN, without slashes at their ends', () => {
    const { CDN_PURGE_URL } = parseEnv({ CDN: 'varnish', CDN_PURGE_URL: 'http://a:6081/, http://b:6081' })
    expect(CDN_PURGE_URL).toEqual(['http://a:6081', 'http://b:6081'])
  })

  it('treats an empty value as not set', () => {
    expect(parseEnv({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000 })
  })

  it('reads the site address as an origin and the private hosts as a set', () => {
    const env = parseEnv({
      SITE_URL: 'https://news.example.org/path',
      ALLOWED_PRIVATE_HOSTS: '127.0.0.1:8080, Feeds.internal:80 [::1]:90',
    })
    expect(env.SITE_URL).toBe('https://news.example.org')
    expect([...env.ALLOWED_PRIVATE_HOSTS]).toEqual(['127.0.0.1:8080', 'feeds.internal:80', '[::1]:90'])
  })

  it.each([
    ['security@news.example.org', 'mailto:security@news.example.org'],
    ['mailto:security@news.example.org', 'mailto:security@news.example.org'],
    ['https://news.example.org/security', 'https://news.example.org/security'],
    ['tel:+44-113-496-0000', 'tel:+44-113-496-0000'],
  ])('reads the security contact %s as a URI', (contact, uri) => {
    expect(parseEnv({ SECURITY_CONTACT: contact }).SECURITY_CONTACT).toBe(uri)
  })

  it.each([
    ['postgres://me@db/paper?sslmode=require', 'postgres://me@db/paper?sslmode=verify-full'],
    ['postgres://me@db/paper?a=b&sslmode=prefer&c=d', 'postgres://me@db/paper?a=b&sslmode=verify-full&c=d'],
    ['postgres://me@db/paper?sslmode=no-verify', 'postgres://me@db/paper?sslmode=no-verify'],
    ['postgres://me@db/paper?sslmode=disable', 'postgres://me@db/paper?sslmode=disable'],
    [
      'postgres://me@db/paper?uselibpqcompat=true&sslmode=require',
      'postgres://me@db/paper?uselibpqcompat=true&sslmode=require',
    ],
    ['postgres:///paper?host=/run/postgresql', 'postgres:///paper?host=/run/postgresql'],
  ])('reads the address %s with the mode that pg applies', (given, used) => {
    expect(parseEnv({ DATABASE_URL: given }).DATABASE_URL).toBe(used)
  })

  it('reads the number of workers', () => {
    expect(parseEnv({}).WORKERS).toBe(1)
    expect(parseEnv({ WORKERS: '3' }).WORKERS).toBe(3)
    expect(parseEnv({ WORKERS: 'auto' }).WORKERS).toBe(Math.min(availableParallelism(), 16))
  })

  it.each(['news@example.org', 'The Courier <news@example.org>'])('accepts the sender %s', (sender) => {
    const given = { SMTP_URL: 'smtps://me:secret@mail.example.org:465', MAIL_FROM: sender }
    expect(parseEnv(given)).toMatchObject(given)
  })

  it.each([
    [{ PORT: 'many' }, 'PORT must be a number'],
    [{ SITE_URL: 'news' }, 'SITE_URL must be a web address'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres://'],
    [{ DATABASE_URL: 'postgres://me:pass%word@db/paper' }, 'DATABASE_URL is not a valid address'],
    [
      { DATABASE_URL: 'postgres://me@db/paper', MIGRATION_DATABASE_URL: 'postgres://me:a/b@db/paper' },
      'MIGRATION_DATABASE_URL is not a valid address',
    ],
    [{ DATABASE_URL: 'postgres:///paper' }, 'DATABASE_URL has no host: write postgres://'],
    [{ DATABASE_URL: 'postgres://me:secret@/paper' }, 'DATABASE_URL has no host: write postgres://'],
    [{ LOG_FORMAT: 'xml' }, 'LOG_FORMAT must be json or text'],
    [{ WORKERS: '0' }, 'WORKERS must be auto or a number from 1 to 16'],
    [{ WORKERS: '17' }, 'WORKERS must be auto or a number from 1 to 16'],
    [{ NEWS_FETCH: 'yes' }, 'NEWS_FETCH must be on, manual or off'],
    [{ ALLOWED_PRIVATE_HOSTS: 'localhost' }, 'ALLOWED_PRIVATE_HOSTS must be a list of host:port'],
    [{ SECURITY_CONTACT: 'the editor' }, 'SECURITY_CONTACT must be an email address or a mailto:'],
    [
      { SECURITY_CONTACT: 'http://news.example.org' },
      'SECURITY_CONTACT must be an email address or a mailto:',
    ],
    [{ ADMIN_EMAIL: 'a@b.example' }, 'Set both ADMIN_EMAIL and ADMIN_PASSWORD'],
    [{ AUTH_SECRET: 'too short' }, 'AUTH_SECRET must be at least 32'],
    [{ SMTP_URL: 'mail.example.org:25', MAIL_FROM: 'a@b.example' }, 'SMTP_URL must begin with smtp://'],
    [{ SMTP_URL: 'smtp://mail.example.org' }, 'Set MAIL_FROM along with SMTP_URL'],
    [{ MIGRATION_DATABASE_URL: 'postgres://owner@db/paper' }, 'Set DATABASE_URL along with'],
    [{ MAIL_FROM: 'The Courier' }, 'MAIL_FROM must be an email address'],
    [{ MAIL_FROM: 'a@b.example, c@d.example' }, 'MAIL_FROM must be an email address'],
    [{ MAIL_FROM: 'A\r\nBcc: c@d.example <a@b.example>' }, 'MAIL_FROM must be an email address'],
    [{ CDN: 'akamai' }, 'CDN must be one of cloudflare, fastly, varnish'],
    [{ CDN: 'varnish' }, 'Set both CDN and CDN_PURGE_URL'],
    [{ CDN_PURGE_URL: 'http://edge.internal:6081' }, 'Set both CDN and CDN_PURGE_URL'],
    [
      { CDN: 'fastly', CDN_PURGE_URL: 'https://api.fastly.com/service/s1' },
      'Set CDN_PURGE_TOKEN along with CDN=fastly',
    ],
    [{ CDN: 'varnish', CDN_PURGE_URL: 'ftp://edge.internal' }, 'CDN_PURGE_URL.0 must be a web address'],
    [{ CDN: 'varnish', CDN_PURGE_URL: 'http://me:secret@edge' }, 'must not contain ?, # or a user name'],
    [
      {
        CDN: 'fastly',
        CDN_PURGE_URL: 'https://a.example https://b.example',
        CDN_PURGE_TOKEN: 'secret-token',
      },
      'CDN_PURGE_URL must be a single address with CDN=fastly',
    ],
    [{ DKIM_DOMAIN: 'b.example', DKIM_SELECTOR: 'news' }, 'Set DKIM_DOMAIN, DKIM_SELECTOR and one of'],
    [
      { DKIM_DOMAIN: 'b.example', DKIM_SELECTOR: 'news', DKIM_KEY: 'MIIE' },
      'DKIM_KEY does not contain a private key',
    ],
    [{ ADMIN_EMAIL: 'a@b.example', ADMIN_PASSWORD: '123' }, 'ADMIN_PASSWORD must be at least 6'],
  ])('rejects %j with one line', (source, message) => {
    expect(() => parseEnv(source)).toThrow(message)
    expect(() => parseEnv(source)).toThrow(/^[^\n]+$/)
  })
})
