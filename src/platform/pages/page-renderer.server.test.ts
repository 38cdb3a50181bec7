import { describe, expect, it } from 'vitest'
import { createPageRenderer, nextMidnight } from './page-renderer.server.ts'
import { dependOn } from './page-tags.server.ts'

const request = () => new Request('http://localhost/news')
const isDatabaseAway = async () => false
const headerNames = (headers: string[]) => headers.filter((_, index) => index % 2 === 0)

describe('renderPage', () => {
  it('gives the page with the tags that were named while it was made, its body among them', async () => {
    const renderPage = createPageRenderer({
      isDatabaseAway,
      now: () => Date.parse('2026-11-21T09:00:00Z'),
      async fetch() {
        dependOn('settings')
        await Promise.resolve()
        const body = new ReadableStream({
          pull(controller) {
            dependOn('article:1', 'category:News')
            controller.enqueue(new TextEncoder().encode('late'))
            controller.close()
          },
        })
        return new Response(body)
      },
    })
    const { page, tags, expiresAt } = await renderPage(request())
    expect(page.bodies.identity.bytes.toString()).toBe('late')
    expect([...tags]).toEqual(['settings', 'article:1', 'category:News'])
    expect(new Date(expiresAt).toISOString()).toBe('2026-11-22T00:00:00.000Z')
  })

  it('keeps the headers that describe the page, and none that describe the transfer or a person', async () => {
    const fetch = async () =>
      new Response('page', {
        headers: {
          'content-type': 'text/plain',
          'x-robots-tag': 'noindex',
          'content-length': '9',
          link: '</x>; rel=preload',
        },
      })
    const { page } = await createPageRenderer({ fetch, isDatabaseAway })(request())
    expect(headerNames(page.bodies.identity.headers).sort()).toEqual(
      [
        'cache-control content-length content-type cross-origin-opener-policy etag permissions-policy',
        'referrer-policy vary x-content-type-options x-robots-tag',
      ].flatMap((names) => names.split(' ')),
    )
    expect(page.bodies.identity.headers).toContain('4')
  })

  it('asks for the database only after an error', async () => {
    const status = { now: 200 }
    let asked = 0
    const renderPage = createPageRenderer({
      fetch: async () => new Response('x', { status: status.now }),
      async isDatabaseAway() {
        asked += 1
        return true
      },
    })
    for (const code of [200, 307, 404]) {
      status.now = code
      expect((await renderPage(request())).page.status).toBe(code)
    }
    expect(asked).toBe(0)
    status.now = 500
    expect((await renderPage(request())).page.status).toBe(503)
    expect(asked).toBe(1)
  })
})

describe('nextMidnight', () => {
  it.each([
    ['winter', '2026-01-15T12:00:00.000Z', '2026-01-16T00:00:00.000Z'],
    ['winter, an hour before', '2026-01-15T23:00:00.000Z', '2026-01-16T00:00:00.000Z'],
    ['midnight itself', '2026-01-15T00:00:00.000Z', '2026-01-16T00:00:00.000Z'],
    ['the last millisecond', '2026-01-15T23:59:59.999Z', '2026-01-16T00:00:00.000Z'],
    ['summer', '2026-07-15T12:00:00.000Z', '2026-07-15T23:00:00.000Z'],
    ['summer, in the first hour of the day', '2026-07-15T23:00:00.000Z', '2026-07-16T23:00:00.000Z'],
    ['before the clocks go forward', '2026-03-29T00:30:00.000Z', '2026-03-29T23:00:00.000Z'],
    ['the evening before that', '2026-03-28T22:00:00.000Z', '2026-03-29T00:00:00.000Z'],
    ['before the clocks go back', '2026-10-24T23:30:00.000Z', '2026-10-26T00:00:00.000Z'],
    ['after that', '2026-10-25T23:30:00.000Z', '2026-10-26T00:00:00.000Z'],
  ])('%s', (_, now, midnight) => {
    expect(new Date(nextMidnight(Date.parse(now))).toISOString()).toBe(midnight)
  })

  it('is always ahead, and never more than 25 hours', () => {
    const hour = 3_600_000
    for (let now = Date.parse('2026-01-01'); now < Date.parse('2027-01-01'); now += 0.7 * hour) {
      const ahead = nextMidnight(now) - now
      expect(ahead > 0 && ahead <= 25 * hour, new Date(now).toISOString()).toBe(true)
    }
  })
})
