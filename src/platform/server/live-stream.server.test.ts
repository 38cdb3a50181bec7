import type { Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '#platform/testing/eventually.ts'
import { follow, readEvents } from '#platform/testing/follow-live-stream.ts'
import { startTestSite } from '#platform/testing/test-site.ts'
import { createLiveStream } from './live-stream.server.ts'

let open = new AsyncDisposableStack()
afterEach(async () => {
  await open.disposeAsync()
})

type Options = Partial<Parameters<typeof createLiveStream>[0]>

async function start(options: Options = {}) {
  open = new AsyncDisposableStack()
  const stream = createLiveStream({ trustedProxies: 0, ...options })
  const site = await startTestSite(async () => new Response('page'), { handlers: [stream.handle] })
  open.defer(() => site.close())
  open.defer(() => stream.close())
  return { stream, site }
}

/** The process has run for an hour, and time passes only with `vi.advanceTimersByTime`. */
async function startWithClock() {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { stream, site } = await start()
  open.defer(() => void vi.useRealTimers())
  vi.advanceTimersByTime(3_600_000)
  const changesSince = async (query: string, headers?: Record<string, string>) =>
    readEvents((await follow(site, query, headers)).received).changes
  return { stream, changesSince }
}

describe('a stream', () => {
  it('is an event stream that is not cached, compressed or buffered', async () => {
    const { site } = await start()
    const { received } = await follow(site, '?age=0', { 'Accept-Encoding': 'gzip, br' })
    expect(received).toMatch(/^HTTP\/1.1 200 OK\r\n/)
    expect(received).toContain('content-type: text/event-stream; charset=utf-8\r\n')
    expect(received).toContain('cache-control: no-store\r\n')
    expect(received).toContain('x-accel-buffering: no\r\n')
    expect(received).toContain('x-content-type-options: nosniff\r\n')
    expect(received).not.toContain('content-encoding')
    expect(received).toContain('retry: 2000\n')
  })

  it('sends changed tags, and combines simultaneous changes', async () => {
    const { stream, site } = await start()
    const reader = await follow(site, `?after=${stream.lastEventId}`)
    stream.publish(['articles', 'article:1'])
    stream.publish(['articles', 'article:2'])
    await eventually(() =>
      expect(readEvents(reader.received).changes).toEqual([[], ['articles', 'article:1', 'article:2']]),
    )
    stream.reset()
    await eventually(() => expect(readEvents(reader.received).changes.at(-1)).toBe('reset'))
  })

  it('resumes after a disconnect with the missed events', async () => {
    const { stream, site } = await start()
    const reader = await follow(site, '?age=0')
    const { lastId } = readEvents(reader.received)
    reader.socket.destroy()
    for (const tag of ['settings', 'breaking']) {
      stream.publish([tag])
      await eventually(() => expect(stream.metrics.events).toBe(tag === 'settings' ? 1 : 2))
    }
    stream.publish(['articles'])
    const back = await follow(site, '?age=0', { 'Last-Event-ID': lastId })
    expect(readEvents(back.received).changes).toEqual([['settings'], ['breaking'], ['articles']])
    const again = await follow(site, `?after=${readEvents(back.received).lastId}`)
    expect(readEvents(again.received)).toEqual({ changes: [[]], lastId: readEvents(back.received).lastId })
    // `after` in the URL is older than the header.
    const newer = await follow(site, `?after=${lastId}`, {
      'Last-Event-ID': readEvents(back.received).lastId,
    })
    expect(readEvents(newer.received).changes).toEqual([[]])
  })

  it.each(['', '?age=x', '?age=-9999', '?age=3600000', '?age=Infinity', '?after=other-1', '?after=x&age=x'])(
    'resets when what its page includes is unknown (%s)',
    async (query) => {
      const { site } = await start()
      expect(readEvents((await follow(site, query)).received).changes).toEqual(['reset'])
    },
  )

  it('resets after a gap', async () => {
    const { stream, site } = await start()
    const { lastId } = readEvents((await follow(site, '?age=0')).received)
    stream.reset()
    expect(readEvents((await follow(site, `?after=${lastId}`)).received).changes).toEqual(['reset'])
  })

  it('resets when too much changed at once', async () => {
    const { stream, site } = await start()
    const reader = await follow(site, `?after=${stream.lastEventId}`)
    stream.publish(Array.from({ length: 300 }, (_, index) => `article:${index}`))
    await eventually(() => expect(readEvents(reader.received).changes).toEqual([[], 'reset']))
  })

  it('resets when too much was missed', async () => {
    const { stream, site } = await start()
    const { lastId } = readEvents((await follow(site, '?age=0')).received)
    stream.publish([`article:${'x'.repeat(20_000)}`])
    await eventually(() => expect(stream.metrics.events).toBe(1))
    expect(readEvents((await follow(site, `?after=${lastId}`)).received).changes).toEqual(['reset'])
  })

  it('begins with the changes since its page was requested', async () => {
    const { stream, site } = await start()
    stream.publish(['settings'])
    const { lastEventId } = stream
    stream.publish(['articles'])
    const reader = await follow(site, `?after=${lastEventId}&age=3600000`)
    expect(readEvents(reader.received).changes).toEqual([['articles']])
  })

  it('begins with the changes within the age of a page of another process, and 2 seconds before', async () => {
    const { stream, changesSince } = await startWithClock()
    stream.publish(['settings'])
    // The events of simultaneous changes are as old as the last one.
    vi.advanceTimersByTime(1_000)
    stream.publish(['breaking'])
    expect(await changesSince('?after=other-7&age=0')).toEqual([['settings', 'breaking']])
    vi.advanceTimersByTime(2_999)
    stream.publish(['articles'])
    expect(await changesSince('?after=other-7&age=0')).toEqual([['articles']])
    expect(await changesSince('?age=1000')).toEqual([['settings', 'breaking'], ['articles']])
  })

  it('resets when it resumes after an event of another process, since the age is that of the page', async () => {
    const { changesSince } = await startWithClock()
    expect(await changesSince('?age=0')).toEqual([[]])
    expect(await changesSince('?age=0', { 'Last-Event-ID': 'other-7' })).toEqual(['reset'])
  })
})

describe('heartbeats', () => {
  it('are sent every 25 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { site } = await start()
      const reader = await follow(site, '?age=0')
      const before = reader.received
      await vi.advanceTimersByTimeAsync(24_999)
      expect(reader.received).toBe(before)
      await vi.advanceTimersByTimeAsync(1)
      await eventually(() => expect(reader.received.slice(before.length)).toContain(':\n\n'))
      reader.socket.destroy()
    } finally {
      vi.useRealTimers()
    }
  })

  it('keep a quiet stream from timing out', async () => {
    const { site } = await start({ heartbeatMs: 100 })
    site.server.setTimeout(300)
    const reader = await follow(site, '?age=0')
    await eventually(() => expect(reader.received.match(/:\n\n/g)?.length).toBeGreaterThan(8))
    expect(reader.isClosed).toBe(false)
  })
})

describe('limits', () => {
  it('limits open streams, and accepts others when one closes', async () => {
    const { stream, site } = await start({ maxStreams: 2 })
    const first = await follow(site, '?age=0')
    await follow(site, '?age=0')
    const { status, headers } = await site.send('/api/live?age=0')
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '60', 'no-store'])
    first.socket.destroy()
    await eventually(() => expect(stream.metrics.open).toBe(1))
    expect((await follow(site, '?age=0')).received).toContain('200 OK')
    expect(stream.metrics).toMatchObject({ opened: 3, refused: 1 })
  })

  it('limits open streams per address as reported by a trusted proxy', async () => {
    const { site } = await start({ maxPerAddress: 1, trustedProxies: 1 })
    const sendRequest = (address: string) => follow(site, '?age=0', { 'X-Forwarded-For': address })
    expect((await sendRequest('192.0.2.1')).received).toContain('200 OK')
    expect((await sendRequest('198.51.100.9, 192.0.2.1')).received).toContain('503 Service')
    expect((await sendRequest('192.0.2.2')).received).toContain('200 OK')
  })

  it('limits open streams per IPv6 network of 64 bits', async () => {
    const { site } = await start({ maxPerAddress: 1, trustedProxies: 1 })
    const sendRequest = (address: string) => follow(site, '?age=0', { 'X-Forwarded-For': address })
    expect((await sendRequest('2001:db8:0:1::1')).received).toContain('200 OK')
    expect((await sendRequest('2001:db8:0:1:ffff::2')).received).toContain('503 Service')
    expect((await sendRequest('2001:db8:0:2::1')).received).toContain('200 OK')
  })

  it('ignores X-Forwarded-For without a trusted proxy', async () => {
    const { site } = await start({ maxPerAddress: 1 })
    expect((await follow(site, '', { 'X-Forwarded-For': '192.0.2.1' })).received).toContain('200 OK')
    expect((await follow(site, '', { 'X-Forwarded-For': '192.0.2.2' })).received).toContain('503 Service')
  })

  it('drops clients that do not read', async () => {
    const { stream, site } = await start()
    const reader = await follow(site, '?age=0')
    reader.socket.pause()
    const long = 'x'.repeat(100_000)
    await eventually(() => {
      stream.publish([`article:${long}`])
      expect(stream.metrics).toMatchObject({ open: 0, dropped: 1 })
    })
    reader.socket.destroy()
  })

  it('releases all state of closed streams', async () => {
    const { stream, site } = await start()
    for (let batch = 0; batch < 20; batch += 1) {
      const sockets: Socket[] = []
      await Promise.all(
        Array.from({ length: 100 }, async () => sockets.push((await follow(site, '?age=0')).socket)),
      )
      for (const socket of sockets) socket.destroy()
    }
    await eventually(() => expect(stream.metrics).toMatchObject({ open: 0, addresses: 0, opened: 2_000 }))
  })
})

describe('a stream that requires authorisation', () => {
  it('has its own path and rejects unauthorised clients', async () => {
    const isAuthorised = async ({ headers }: { headers: NodeJS.Dict<string | string[]> }) =>
      headers.cookie === 'yes'
    const { site } = await start({ path: '/api/admin/live', isAuthorised })
    expect((await site.send('/api/live')).status).toBe(200)
    const refused = await site.send('/api/admin/live')
    expect([refused.status, String(refused.body)]).toEqual([401, expect.stringContaining('admin area')])
    expect((await site.send('/api/admin/live', { method: 'HEAD' })).status).toBe(401)
    const admitted = await site.send('/api/admin/live', { method: 'HEAD', headers: { cookie: 'yes' } })
    expect(admitted.headers['content-type']).toContain('text/event-stream')
  })

  it('ends when authorisation is revoked, after the event that revoked it', async () => {
    const admitted = new Set(['editor', 'chief'])
    const isAuthorised = async ({ headers }: { headers: NodeJS.Dict<string | string[]> }) =>
      admitted.has(String(headers.cookie))
    const { stream, site } = await start({ path: '/api/admin/live', isAuthorised })
    const [editor, chief] = await Promise.all(
      ['editor', 'chief'].map((cookie) =>
        follow(site, `?after=${stream.lastEventId}`, { cookie }, '/api/admin/live'),
      ),
    )
    admitted.delete('editor')
    stream.publish(['admin:users'])
    await stream.recheckAuthorisation()
    await eventually(() => expect(editor?.isClosed || editor?.received.endsWith('0\r\n\r\n')).toBe(true))
    expect(stream.metrics.open).toBe(1)
    stream.publish(['articles'])
    await eventually(() =>
      expect(readEvents(chief?.received ?? '').changes).toEqual([[], ['admin:users'], ['articles']]),
    )
    expect(readEvents(editor?.received ?? '').changes).toEqual([[], ['admin:users']])
  })

  it('ends after its maximum duration', async () => {
    const { site } = await start({ maxDurationMs: 50 })
    const reader = await follow(site)
    await eventually(() => expect(reader.isClosed || reader.received.endsWith('0\r\n\r\n')).toBe(true))
  })
})

describe('a topic', () => {
  const topicOf = ({ url = '' }: { url?: string | undefined }) => /[?&]topic=(\w+)/.exec(url)?.[1]
  const messages = (received: string) =>
    [...received.matchAll(/^event: note\r?\ndata: (.*)$/gm)].map(([, data]) => data)

  it('reaches only those who follow it', async () => {
    const { stream, site } = await start({ topicOf })
    const [one, two, none] = await Promise.all(
      ['&topic=one', '&topic=two', ''].map((query) => follow(site, `?age=0${query}`)),
    )
    stream.send('one', 'note', '"first"')
    stream.send('two', 'note', '"second"')
    stream.publish(['articles'])
    await eventually(() => expect(readEvents(none?.received ?? '').changes.at(-1)).toEqual(['articles']))
    await eventually(() => {
      const all = [one, two, none].map((reader) => messages(reader?.received ?? ''))
      expect(all).toEqual([['"first"'], ['"second"'], []])
    })
  })

  it('has messages without an ID, so that a client resumes after the last change', async () => {
    const { stream, site } = await start({ topicOf })
    const reader = await follow(site, '?age=0&topic=one')
    const { lastId } = readEvents(reader.received)
    stream.send('one', 'note', '1')
    await eventually(() => expect(messages(reader.received)).toEqual(['1']))
    expect(readEvents(reader.received).lastId).toBe(lastId)
    expect(reader.received.slice(reader.received.indexOf('event: note'))).not.toContain('id:')
  })

  it('releases its state when nobody follows it', async () => {
    const { stream, site } = await start({ topicOf })
    const readers = await Promise.all([1, 2].map(() => follow(site, '?age=0&topic=one')))
    expect(stream.metrics.topics).toBe(1)
    for (const { socket } of readers) socket.destroy()
    await eventually(() => expect(stream.metrics.topics).toBe(0))
    stream.send('one', 'note', '1')
  })

  it('ends when authorisation is revoked', async () => {
    let isAllowed = true
    const { stream, site } = await start({ topicOf, isAuthorised: async () => isAllowed })
    const reader = await follow(site, '?age=0&topic=one')
    isAllowed = false
    await stream.recheckAuthorisation()
    stream.send('one', 'note', '1')
    await eventually(() => expect(reader.isClosed || reader.received.endsWith('0\r\n\r\n')).toBe(true))
    expect(messages(reader.received)).toEqual([])
  })

  it('ends for those who may no longer follow it, while other streams are not checked', async () => {
    const isAuthorised = vi.fn(async ({ url = '' }: { url?: string | undefined }) => !url.includes(revoked))
    let revoked = 'none'
    const { stream, site } = await start({ topicOf, isAuthorised })
    const [one, two] = await Promise.all(
      ['&topic=one', '&topic=two', ''].map((query) => follow(site, `?age=0${query}`)),
    )
    revoked = 'topic=one'
    isAuthorised.mockClear()
    await Promise.all(Array.from({ length: 10 }, () => stream.recheckFollowers()))
    stream.send('one', 'note', '1')
    stream.send('two', 'note', '2')
    await eventually(() => expect(one?.isClosed || one?.received.endsWith('0\r\n\r\n')).toBe(true))
    await eventually(() => expect(messages(two?.received ?? '')).toEqual(['2']))
    expect(messages(one?.received ?? '')).toEqual([])
    expect(isAuthorised.mock.calls.length).toBeLessThanOrEqual(4)
  })
})

describe('other requests', () => {
  it('HEAD returns the headers of GET and opens no stream', async () => {
    const { stream, site } = await start()
    const { status, headers, body } = await site.send('/api/live', { method: 'HEAD' })
    expect([status, headers['content-type'], body.length]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      0,
    ])
    expect(stream.metrics.opened).toBe(0)
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is not allowed', async (method) => {
    const { site } = await start()
    const { status, headers } = await site.send('/api/live', { method })
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  it('requests from other sites are rejected', async () => {
    const { site } = await start()
    expect((await site.send('/api/live', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
  })

  it('ignores other paths', async () => {
    const { site } = await start()
    expect((await site.send('/api/live/x')).body.toString()).toBe('page')
  })
})

describe('closing the stream', () => {
  it('ends open streams at once', async () => {
    const { stream, site } = await start()
    const readers = await Promise.all(Array.from({ length: 20 }, () => follow(site, '?age=0')))
    stream.publish(['settings'])
    // The grace period for requests does not end.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    open.defer(() => void vi.useRealTimers())
    stream.close()
    stream.reset()
    await site.close()
    await eventually(() => expect(readers.every(({ isClosed }) => isClosed)).toBe(true))
    expect(stream.metrics.open).toBe(0)
  })

  it('ends new streams at once, so that browsers reconnect to the next process', async () => {
    const { stream, site } = await start()
    stream.close()
    const { status, body } = await site.send('/api/live?age=0')
    expect(status).toBe(200)
    expect(body.toString()).toMatch(/^retry: 2000\n\nid: \S+\ndata: \[\]\n\n$/)
    expect(stream.metrics.open).toBe(0)
    const next = await start()
    const resumed = await follow(next.site, '?age=0', {
      'Last-Event-ID': readEvents(body.toString()).lastId,
    })
    expect(readEvents(resumed.received).changes).toEqual(['reset'])
  })
})
