import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { replaceForwardedFor } from './client-address.ts'

function believed(remoteAddress: string | undefined, forwardedFor: string | undefined, trustProxy: boolean) {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
  const request = { headers, rawHeaders: Object.entries(headers).flat(), socket: { remoteAddress } }
  replaceForwardedFor(request as unknown as IncomingMessage, trustProxy)
  return request.headers['x-forwarded-for']
}

describe('the connection says who asks', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:DB8:0::1', '2001:db8::1'],
    [undefined, ''],
  ])('%s', (peer, address) => {
    expect(believed(peer, undefined, false)).toBe(address)
    expect(believed(peer, undefined, true)).toBe(address)
    expect(believed(peer, '8.8.8.8', false)).toBe(address)
  })
})

describe('behind a trusted proxy it is', () => {
  it.each([
    ['the one whom the proxy heard', '8.8.8.8', '8.8.8.8'],
    ['not what the client wrote', '1.1.1.1, 8.8.4.4, 8.8.8.8', '8.8.8.8'],
    ['not our own further proxies', '1.1.1.1, 8.8.8.8, 10.0.0.2, 127.0.0.1', '8.8.8.8'],
    ['without a port', '8.8.8.8:4711', '8.8.8.8'],
    ['IPv6 without a port', '[2A00::1]:4711', '2a00::1'],
    ['what IPv6 carries', '::ffff:8.8.8.8', '8.8.8.8'],
    ['a reader in the proxy’s own network', '10.1.1.1, 10.0.0.7', '10.0.0.7'],
    ['not what stands before something unknown', '8.8.8.8, unknown', '172.16.0.1'],
    ['the connection where there is only nonsense', '<script>, ,', '172.16.0.1'],
    ['the connection where the header is empty', '', '172.16.0.1'],
  ])('%s', (_, forwardedFor, address) => {
    expect(believed('172.16.0.1', forwardedFor, true)).toBe(address)
  })
})
