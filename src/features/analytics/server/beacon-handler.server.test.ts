import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { BEACON_PATH } from '#kernel/paths.ts'
import { startTestSite, type TestSite } from '#platform/testing/test-site.ts'
import { createBeaconHandler } from './beacon-handler.server.ts'

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const ID = '0123456789abcdef0123456789abcdef'
const VIEW = JSON.stringify({ kind: 'view', id: ID, path: '/sport', referrer: 'a.example' })

let site: TestSite | undefined
afterEach(() => site?.close())

type BeaconOptions = { headers?: Record<string, string>; body?: string; method?: string }

async function open({
  trustedProxies = 0,
  maxPerMinute = 100,
  maxViewsPerDay = 100,
  maxTotalViewsPerDay = 100,
  maxNewNamesPerDay = 100,
  hasStaffSession = async (_: IncomingMessage) => false,
} = {}) {
  const counted: Record<string, unknown>[] = []
  let at = Date.parse('2026-06-15T11:00:00Z')
  const beacon = createBeaconHandler({
    queue: { add: (one) => void counted.push(one) },
    hasStaffSession,
    trustedProxies,
    now: () => at,
    maxPerMinute,
    maxViewsPerDay,
    maxTotalViewsPerDay,
    maxNewNamesPerDay,
  })
  const opened = await startTestSite(async () => new Response('a page'), {
    handlers: [beacon],
    isLowPriority: (path) => path === BEACON_PATH,
  })
  site = opened
  return {
    counted,
    site: opened,
    pass: (ms: number) => {
      at += ms
    },
    async send({ headers = {}, body = VIEW, method = 'POST' }: BeaconOptions = {}) {
      const given = { host: 'paper.example', 'user-agent': CHROME, 'sec-fetch-site': 'same-origin' }
      const response = await opened.send('/api/beacon', { method, headers: { ...given, ...headers }, body })
      return response.status
    },
  }
}

describe('a beacon', () => {
  it('is queued with the address and the device', async () => {
    const { send, counted } = await open()
    expect(await send()).toBe(204)
    expect(counted).toEqual([
      {
        kind: 'view',
        id: ID,
        path: '/sport',
        referrer: 'a.example',
        source: '',
        campaign: '',
        at: Date.parse('2026-06-15T11:00:00Z'),
        address: '127.0.0.1',
        userAgent: CHROME,
        device: 'desktop',
        country: '',
      },
    ])
  })

  it('has no referrer from the site itself', async () => {
    const { send, counted } = await open()
    await send({ headers: { host: 'www.A.example:3000' } })
    expect(counted).toMatchObject([{ referrer: '' }])
  })

  it.each([
    ['GET', { method: 'GET', body: '' }, 405],
    ['another site', { headers: { 'sec-fetch-site': 'cross-site' } }, 403],
    ['another origin', { headers: { 'sec-fetch-site': '', origin: 'https://evil.example' } }, 403],
    ['nonsense', { body: '{"kind":"view"}' }, 400],
    ['a body that is too large', { body: VIEW + ' '.repeat(3000) }, 413],
  ])('is rejected: %s', async (_, options, status) => {
    const { send, counted } = await open()
    expect(await send(options as BeaconOptions)).toBe(status)
    expect(counted).toEqual([])
  })

  it('is queued when its body arrives in parts after the headers', async () => {
    const { site, counted } = await open()
    const socket = connect(site.port, '127.0.0.1').on('error', () => {})
    socket.write(`POST /api/beacon HTTP/1.1\r\nhost: a.example\r\nuser-agent: ${CHROME}\r\n`)
    socket.write(`connection: close\r\ncontent-length: ${VIEW.length}\r\n\r\n`)
    await once(site.server, 'request')
    for (const part of [VIEW.slice(0, 20), VIEW.slice(20)]) {
      await turn()
      await turn()
      socket.write(part)
    }
    expect(await text(socket)).toMatch(/^HTTP\/1.1 204 /)
    expect(counted).toMatchObject([{ id: ID }])
  })

  it('gets responses in order on a pipelined connection', async () => {
    const { site, counted } = await open()
    const beacon = `POST /api/beacon HTTP/1.1\r\nhost: a.example\r\nuser-agent: ${CHROME}\r\ncontent-length: ${VIEW.length}\r\n\r\n${VIEW}`
    const page = 'GET / HTTP/1.1\r\nhost: a.example\r\nconnection: close\r\n\r\n'
    const responses = await site.write(beacon.repeat(20) + page)
    expect(responses.match(/^HTTP\/1.1 \d+/gm)).toEqual([...Array(20).fill('HTTP/1.1 204'), 'HTTP/1.1 200'])
    expect(counted).toHaveLength(20)
  })

  it.each(['at once', 'in parts'])('is rejected when its undeclared body is too large: %s', async (how) => {
    const { site, counted } = await open()
    const socket = connect(site.port, '127.0.0.1').on('error', () => {})
    const chunk = `a00\r\n${'x'.repeat(2560)}\r\n`
    const headers = 'POST /api/beacon HTTP/1.1\r\nhost: a.example\r\ntransfer-encoding: chunked\r\n\r\n'
    if (how === 'at once') socket.write(`${headers}${chunk}0\r\n\r\n`)
    else {
      socket.write(headers)
      await once(site.server, 'request')
      await turn()
      // An incomplete request gets a response too.
      socket.write(chunk)
    }
    expect(await text(socket)).toMatch(/^HTTP\/1.1 413 /)
    expect(counted).toEqual([])
  })
})

describe('not counted, with the same response', () => {
  it.each([
    ['a browser with Do Not Track', { dnt: '1' }],
    ['a browser with Global Privacy Control', { 'sec-gpc': '1' }],
    ['a crawler', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
    ['an HTTP client', { 'user-agent': 'curl/8' }],
    ['a client without a user agent', { 'user-agent': '' }],
  ])('%s', async (_, headers) => {
    const { send, counted } = await open()
    expect(await send({ headers })).toBe(204)
    expect(counted).toEqual([])
  })

  it('an administrator', async () => {
    const { send, counted } = await open({
      hasStaffSession: async ({ headers }) => headers.cookie === 'session=1',
    })
    expect(await send({ headers: { cookie: 'session=1' } })).toBe(204)
    expect(counted).toEqual([])
    await send({ headers: { cookie: 'theme=dark' } })
    expect(counted).toHaveLength(1)
  })

  it('views of a network above its daily limit, counting IPv6 by /64', async () => {
    const { send, counted, pass } = await open({ trustedProxies: 1, maxViewsPerDay: 2 })
    const from = (address: string, body?: string) => send({ headers: { 'x-forwarded-for': address }, body })
    for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8::3', '203.0.113.1']) await from(address)
    expect(counted.map(({ address }) => address)).toEqual(['2001:db8::1', '2001:db8::2', '203.0.113.1'])
    pass(86_400_000)
    await from('2001:db8::3')
    expect(counted).toHaveLength(4)
  })

  it('views above the daily limit in total', async () => {
    const { send, counted } = await open({ trustedProxies: 1, maxTotalViewsPerDay: 3 })
    for (let host = 1; host <= 6; host += 1)
      await send({ headers: { 'x-forwarded-for': `203.0.113.${host}` } })
    expect(counted).toHaveLength(3)
  })

  it('an address above the rate limit, until the next minute', async () => {
    const { send, counted, pass } = await open({ maxPerMinute: 2 })
    expect([await send(), await send(), await send()]).toEqual([204, 204, 204])
    expect(counted).toHaveLength(2)
    pass(60_000)
    await send()
    expect(counted).toHaveLength(3)
  })
})

describe('names', () => {
  const named = (utm: string[], referrer = '') =>
    JSON.stringify({ kind: 'view', id: ID, path: '/', utm, referrer })

  it('that are new are limited per network and day, counting IPv6 by /48; those of others are known', async () => {
    const { send, counted, pass } = await open({ trustedProxies: 1, maxNewNamesPerDay: 3 })
    const from = (address: string, body: string) => send({ headers: { 'x-forwarded-for': address }, body })
    await from('2001:db8:1::1', named(['mail', '', 'spring'], 'a.example'))
    await from('2001:db8:1:2::1', named(['social', '', 'summer'], 'b.example'))
    await from('2001:db8:1:3::1', named(['mail', '', 'spring'], 'a.example'))
    await from('2001:db8:2::1', named(['social', '', 'summer']))
    await from('2001:db8:1::1', named(['social', '', 'summer'], 'b.example'))
    const other = '(other)'
    expect(counted).toMatchObject([
      { referrer: 'a.example', source: 'mail', campaign: 'spring' },
      { referrer: other, source: other, campaign: other },
      { referrer: 'a.example', source: 'mail', campaign: 'spring' },
      { referrer: '', source: 'social', campaign: 'summer' },
      { referrer: other, source: 'social', campaign: 'summer' },
    ])
    pass(86_400_000)
    await from('2001:db8:1::1', named([], 'b.example'))
    expect(counted.at(-1)).toMatchObject({ referrer: 'b.example' })
  })

  it('of the site and of visits without one do not count', async () => {
    const { send, counted } = await open({ maxNewNamesPerDay: 1 })
    await send({ body: named([], 'paper.example') })
    await send({ body: named([], '') })
    await send({ body: named([], 'a.example') })
    expect(counted.map(({ referrer }) => referrer)).toEqual(['', '', 'a.example'])
  })
})

describe('the country', () => {
  const headers = { 'cf-ipcountry': 'gb', 'x-forwarded-for': '203.0.113.9' }

  it.each(['T1', 'A1', 'A2'])('is empty for the pseudo-country %s', async (code) => {
    const { send, counted } = await open({ trustedProxies: 1 })
    await send({ headers: { 'x-country-code': code } })
    expect(counted).toMatchObject([{ country: '' }])
  })

  it('comes from the header of a trusted proxy', async () => {
    const { send, counted } = await open({ trustedProxies: 1 })
    await send({ headers })
    await send({ headers: { 'cf-ipcountry': 'XX' } })
    await send({ headers: { 'x-country-code': 'Atlantis' } })
    expect(counted).toMatchObject([
      { country: 'GB', address: '203.0.113.9' },
      { country: '' },
      { country: '' },
    ])
  })

  it('ignores the header of an untrusted client', async () => {
    const { send, counted } = await open()
    await send({ headers })
    expect(counted).toMatchObject([{ country: '', address: '127.0.0.1' }])
  })
})
