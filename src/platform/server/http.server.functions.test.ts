import { toJSON } from 'seroval'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { withUserMessage } from '#platform/http/with-user-message.server.ts'
import { startTestSite, type TestSite } from '#platform/testing/test-site.ts'

const FUNCTION = '/_serverFn/abc'
const pathOf = (call: unknown) => `${FUNCTION}?payload=${encodeURIComponent(JSON.stringify(toJSON(call)))}`
const PATH = pathOf({ data: { id: 'a' } })
const OURS = {
  'sec-fetch-site': 'same-origin',
  'x-tsr-serverfn': 'true',
  accept: 'application/x-ndjson',
  referer: 'http://localhost/',
}

/** As the framework does: the response varies by headers, and other sites get none. */
async function app(request: Request): Promise<Response> {
  addPageTags('articles')
  const { headers } = request
  if (headers.get('sec-fetch-site') === 'cross-site') return new Response('Forbidden', { status: 403 })
  const form = headers.get('x-tsr-serverfn') ? 'serialised' : 'plain'
  return new Response(`${form} for ${headers.get('cookie') ?? 'anybody'}`)
}

describe('a server function call', () => {
  let site: TestSite
  beforeEach(async () => {
    site = await startTestSite(app)
  })
  afterEach(() => site.close())
  const call = async (headers: Record<string, string>) => {
    const { status, body } = await site.send(PATH, { headers })
    return `${status} ${body}`
  }

  it('is cached by function and payload, without other parameters', async () => {
    expect([await call(OURS), await call(OURS)]).toEqual(Array(2).fill('200 serialised for anybody'))
    await site.send(pathOf({ data: { id: 'b' } }), { headers: OURS })
    await site.send(`${PATH}&copy=2`, { headers: OURS })
    expect(site.outcomes).toEqual(['miss', 'hit', 'miss', 'hit'])
  })

  it('is cached once, however its payload is written', async () => {
    for (let copy = 0; copy < 20; copy++)
      expect(
        (await site.send(pathOf({ context: { copy }, data: { id: 'a' } }), { headers: OURS })).status,
      ).toBe(200)
    await site.send(`${FUNCTION}?payload=${encodeURIComponent('{"t":{"t":25}}')}`, { headers: OURS })
    expect(site.cache.size.pages).toBe(1)
    expect(site.outcomes).toEqual(['miss', ...Array(19).fill('hit'), 'pass'])
  })

  it('is not cached when it fails, even with status 200', async () => {
    let fails = true
    const answering = await startTestSite(async () => {
      addPageTags('articles')
      const work = () => (fails ? Promise.reject(new Error('lock timeout')) : Promise.resolve('the news'))
      return new Response(
        await withUserMessage('Failed to fetch articles', work).catch((error) => String(error)),
      )
    })
    const sendRequest = async () => (await answering.send(PATH, { headers: OURS })).body.toString()
    expect(await sendRequest()).toBe('Error: Failed to fetch articles')
    fails = false
    expect(await sendRequest()).toBe('the news')
    await answering.close()
  })

  it('with a session is never cached or served from the cache', async () => {
    const withSession = { ...OURS, cookie: 'session=1' }
    expect(await call(withSession)).toBe('200 serialised for session=1')
    expect(await call(OURS)).toBe('200 serialised for anybody')
    expect(await call(withSession)).toBe('200 serialised for session=1')
    expect(site.outcomes).toEqual(['pass', 'miss', 'pass'])
  })

  it.each<Record<string, string>>([{ cookie: 'theme=dark' }, { authorization: 'Bearer 1' }])(
    'without a session is cached, and rendered without its %o',
    async (more) => {
      expect(await call({ ...OURS, ...more })).toBe('200 serialised for anybody')
      expect(await call(OURS)).toBe('200 serialised for anybody')
      expect(await call({ ...OURS, ...more })).toBe('200 serialised for anybody')
      expect(site.outcomes).toEqual(['miss', 'hit', 'hit'])
    },
  )

  it.each([
    ['another site', { ...OURS, 'sec-fetch-site': 'cross-site' }, '403 Forbidden'],
    ['the address bar', { 'sec-fetch-site': 'none' }, '200 plain for anybody'],
    ['a browser without Sec-Fetch-Site', { 'x-tsr-serverfn': 'true' }, '200 serialised for anybody'],
  ])('is never cached when it comes from %s, and does not affect others', async (_, headers, expected) => {
    expect(await call(headers)).toBe(expected)
    expect(await call(OURS)).toBe('200 serialised for anybody')
    expect(await call(headers)).toBe(expected)
    expect(site.outcomes).toEqual(['pass', 'miss', 'pass'])
  })

  it('is not cached when it writes', async () => {
    const { body } = await site.send(PATH, { method: 'POST', headers: OURS })
    expect(body.toString()).toBe('serialised for anybody')
    expect(site.outcomes).toEqual(['pass'])
  })
})
