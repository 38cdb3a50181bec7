import type { IncomingMessage, RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { type LocalServer, startLocalServer } from '#platform/testing/local-server.ts'
import type { CdnProvider } from './cdn-providers.ts'
import { createPurgeSender } from './send-purges.server.ts'

const signal = new AbortController().signal
const TOKEN = 'secret-token'

type Sent = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string }

async function record(respond: RequestListener = (_, response) => void response.end('{"status":"ok"}')) {
  const sent: Sent[] = []
  const server = await startLocalServer(async (request, response) => {
    const { method, url, headers } = request
    sent.push({ method, url, headers, body: await text(request) })
    respond(request, response)
  })
  return { server, sent }
}

function open(provider: CdnProvider, servers: LocalServer[], path = '') {
  const urls = servers.map(({ origin }) => origin + path)
  const sender = createPurgeSender({ provider, urls, token: TOKEN })
  return { ...sender, [Symbol.asyncDispose]: sender.close }
}

const keysOf = (soft: string[], hard: string[] = []) => ({ soft: new Set(soft), hard: new Set(hard) })

describe('createPurgeSender', () => {
  it('sends Fastly batches of keys, softly unless the copies must never be served again', async () => {
    const { server, sent } = await record()
    await using _ = server
    await using sender = open('fastly', [server], '/service/s1')
    await sender.purge(keysOf(['a', 'b', 'x'], ['x']), signal)
    expect(sent.map(({ body, ...request }) => ({ ...request, body: JSON.parse(body) }))).toMatchObject([
      {
        method: 'POST',
        url: '/service/s1/purge',
        headers: { 'fastly-key': TOKEN },
        body: { surrogate_keys: ['x'] },
      },
      { headers: { 'fastly-soft-purge': '1' }, body: { surrogate_keys: ['a', 'b'] } },
    ])
    expect(sent[0]?.headers).not.toHaveProperty('fastly-soft-purge')
  })

  it('sends Cloudflare at most 100 tags at once', async () => {
    const { server, sent } = await record((_, response) => void response.end('{"success":true}'))
    await using _ = server
    await using sender = open('cloudflare', [server], '/client/v4/zones/z1')
    const keys = Array.from({ length: 150 }, (_, n) => `k${n}`)
    await sender.purge(keysOf(keys), signal)
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual(
      Array(2).fill('POST /client/v4/zones/z1/purge_cache'),
    )
    expect(sent.flatMap(({ body }) => JSON.parse(body).tags)).toEqual(keys)
    expect(sent.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill(`Bearer ${TOKEN}`))
  })

  it('asks every server of Varnish', async () => {
    const first = await record()
    const second = await record()
    await using _first = first.server
    await using _second = second.server
    await using sender = open('varnish', [first.server, second.server])
    await sender.purge(keysOf(['a', 'b'], ['x']), signal)
    for (const { sent } of [first, second])
      expect(sent).toMatchObject([
        { method: 'PURGE', url: '/', headers: { 'xkey-purge': 'x', authorization: `Bearer ${TOKEN}` } },
        { method: 'PURGE', url: '/', headers: { 'xkey-softpurge': 'a b' } },
      ])
  })

  it('purges everything in place of very many keys', async () => {
    const { server, sent } = await record()
    await using _ = server
    await using sender = open('varnish', [server])
    await sender.purge(keysOf(Array.from({ length: 1_001 }, (_, n) => `k${n}`)), signal)
    expect(sent.map(({ headers }) => headers['xkey-softpurge'])).toEqual(['all'])
  })

  it.each([
    ['an error', 500, '', '127.0.0.1 responded with status 500', 0],
    ['too many requests', 429, '', '127.0.0.1 responded with status 429', 7_000],
    ['a redirect', 302, '', '127.0.0.1 responded with status 302', 0],
    ['a refusal', 200, '{"success":false}', '127.0.0.1 refused the purge', 0],
  ])('rejects for %s', async (_name, status, body, message, retryAfterMs) => {
    const { server } = await record((_, response) => {
      const location = status === 302 ? { location: '/elsewhere' } : {}
      response.writeHead(status, { ...location, ...(status === 429 && { 'retry-after': '7' }) }).end(body)
    })
    await using _ = server
    await using sender = open('cloudflare', [server])
    await expect(sender.purge(keysOf(['a']), signal)).rejects.toMatchObject({ message, retryAfterMs })
    expect(server.requests).toHaveLength(1)
  })

  it('rejects if one server of several cannot be reached', async () => {
    const { server } = await record()
    await using _ = server
    const urls = [server.origin, 'http://127.0.0.1:1']
    const sender = createPurgeSender({ provider: 'varnish', urls, token: undefined })
    await expect(sender.purge(keysOf(['a']), signal)).rejects.toThrow('The server refused the connection')
    await sender.close()
  })

  it('reads no endless response', async () => {
    const { server } = await record((_, response) => void response.end('x'.repeat(100_000)))
    await using _ = server
    await using sender = open('fastly', [server])
    await expect(sender.purge(keysOf(['a']), signal)).rejects.toThrow('larger than')
  })
})
