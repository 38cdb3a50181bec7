import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startLocalServer } from '#platform/testing/local-server.ts'
import { createOutbound, type OutboundOutcome } from './outbound.server.ts'

const REQUEST = { accept: '*/*', maxBytes: 1000 }
const userAgent = 'Masthead'

function dnsOf(addresses: string[]) {
  const names: string[] = []
  const lookup: LookupFunction = (hostname, _options, callback) => {
    names.push(hostname)
    const answer: LookupAddress[] = addresses.map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }))
    callback(null, answer)
  }
  return { lookup, names }
}

async function get(
  address: string,
  options: { allowed?: string[]; lookup?: LookupFunction } = {},
): Promise<OutboundOutcome> {
  const allowedPrivateHosts = new Set(options.allowed ?? [])
  const outbound = createOutbound({ allowedPrivateHosts, userAgent, lookup: options.lookup })
  try {
    return await outbound.get(address, REQUEST)
  } finally {
    await outbound.close()
  }
}

const PRIVATE = { kind: 'refused', reason: 'The address belongs to a private network' }
const PRIVATE_NAME = { kind: 'refused', reason: 'The host name resolves to a private network' }

describe('createOutbound: address guard', () => {
  it.each([
    ['not an address', 'This is not a valid URL'],
    ['/feed.xml', 'This is not a valid URL'],
    ['//example.org/feed.xml', 'This is not a valid URL'],
    ['file:///etc/passwd', 'Only addresses that begin with http or https can be fetched'],
    ['http://user:secret@example.org/', 'The address contains a user name or a password'],
    ['http://2130706433/', 'The address belongs to a private network'],
    ['http://feeds.localhost/', 'The address belongs to a private network'],
  ])('rejects %s', async (address, reason) => {
    expect(await get(address)).toEqual({ kind: 'refused', reason })
  })

  it('blocks a local server unless its exact port is allowed', async () => {
    await using server = await startLocalServer((_, response) => response.end('secret'))
    expect(await get(server.origin)).toEqual(PRIVATE)
    expect(await get(server.origin, { allowed: [`127.0.0.1:${server.port + 1}`] })).toEqual(PRIVATE)
    expect(server.requests).toHaveLength(0)
    expect(await get(server.origin, { allowed: [server.host] })).toMatchObject({ kind: 'ok' })
  })

  it.each([
    ['127.0.0.1'],
    ['10.1.2.3'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['fd00::1'],
    ['fe80::1%eth0'],
    ['64:ff9b::7f00:1'],
  ])('rejects a name that resolves to %s', async (address) => {
    await using server = await startLocalServer((_, response) => response.end('secret'))
    const { lookup, names } = dnsOf([address])
    expect(await get(`http://innocent.example:${server.port}/`, { lookup })).toEqual(PRIVATE_NAME)
    expect(names).toEqual(['innocent.example'])
    expect(server.requests).toHaveLength(0)
  })

  it('blocks a name with one private address among public ones', async () => {
    const { lookup } = dnsOf(['93.184.216.34', '127.0.0.1'])
    expect(await get('http://mixed.example/', { lookup })).toEqual(PRIVATE_NAME)
    expect(await get('https://mixed.example/', { lookup })).toEqual(PRIVATE_NAME)
  })

  it('resolves a name once per connection, which prevents DNS rebinding', async () => {
    await using server = await startLocalServer((_, response) => response.end('fine'))
    const { lookup, names } = dnsOf(['127.0.0.1'])
    const host = `feeds.example:${server.port}`
    expect(await get(`http://${host}/`, { lookup, allowed: [host] })).toMatchObject({ kind: 'ok' })
    expect(names).toEqual(['feeds.example'])
  })

  it('does not extend the permission of one name to another with the same address', async () => {
    await using server = await startLocalServer((_, response) => response.end('secret'))
    const { lookup } = dnsOf(['127.0.0.1'])
    const allowed = [`feeds.example:${server.port}`, server.host]
    expect(await get(`http://other.example:${server.port}/`, { lookup, allowed })).toEqual(PRIVATE_NAME)
    expect(server.requests).toHaveLength(0)
  })

  it.each([
    ['http://169.254.169.254/latest/meta-data/', PRIVATE],
    ['http://0x7f.1:{port}/', PRIVATE],
    ['//[::ffff:127.0.0.1]:{port}/', PRIVATE],
    ['http://localhost.:{port}/', PRIVATE],
    ['http://innocent.example:{port}/', PRIVATE_NAME],
    [
      'http://user@innocent.example/',
      { kind: 'refused', reason: 'The address contains a user name or a password' },
    ],
    [
      'file:///etc/passwd',
      { kind: 'refused', reason: 'Only addresses that begin with http or https can be fetched' },
    ],
  ])('rejects a redirect to %s', async (target, expected) => {
    await using secret = await startLocalServer((_, response) => response.end('secret'))
    const location = target.replace('{port}', String(secret.port))
    await using server = await startLocalServer((_, response) => response.writeHead(302, { location }).end())
    const { lookup } = dnsOf(['127.0.0.1'])
    expect(await get(server.origin, { lookup, allowed: [server.host] })).toEqual(expected)
    expect(secret.requests).toHaveLength(0)
  })

  it.each([
    ['ENOTFOUND', 'The host name could not be found'],
    ['EAI_AGAIN', 'The DNS server did not respond'],
  ])('describes the DNS error %s', async (code, reason) => {
    // Like the system's resolver, despite the type.
    const lookup: LookupFunction = (_hostname, _options, callback) =>
      Reflect.apply(callback, undefined, [Object.assign(new Error(code), { code })])
    expect(await get('http://nowhere.example/', { lookup })).toMatchObject({ kind: 'failed', reason })
  })

  it('reports a name without addresses', async () => {
    expect(await get('http://nowhere.example/', { lookup: dnsOf([]).lookup })).toEqual({
      kind: 'failed',
      reason: 'The host name could not be found',
    })
  })
})
