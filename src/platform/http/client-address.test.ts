import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { replaceForwardedFor } from './client-address.ts'

function believed(remoteAddress: string | undefined, forwardedFor: string | undefined, trustProxy: boolean) {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
  const request = { headers, rawHeaders: Object.entries(headers).flat(), socket: { remoteAddress } }
  replaceForwardedFor(request as unknown as IncomingMessage, trustProxy)
  return request.headers['x-forwarded-for']
}

describe('without a proxy, the client address is that of the connection', () => {
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

describe('behind a trusted proxy, the client address is', () => {
  it.each([
    ['the one that the proxy added', '8.8.8.8', '8.8.8.8'],
    ['not an entry that the client sent', '1.1.1.1, 8.8.4.4, 8.8.8.8', '8.8.8.8'],
    ['not one of our own proxies', '1.1.1.1, 8.8.8.8, 10.0.0.2, 127.0.0.1', '8.8.8.8'],
    ['without a port', '8.8.8.8:4711', '8.8.8.8'],
    ['IPv6 without a port', '[2A00::1]:4711', '2a00::1'],
    ['an IPv4-mapped address as IPv4', '::ffff:8.8.8.8', '8.8.8.8'],
    ['a client in the network of the proxy', '10.1.1.1, 10.0.0.7', '10.0.0.7'],
    ['not an entry before an unreadable one', '8.8.8.8, unknown', '172.16.0.1'],
    ['that of the connection when the header is invalid', '<script>, ,', '172.16.0.1'],
    ['that of the connection when the header is empty', '', '172.16.0.1'],
  ])('%s', (_, forwardedFor, address) => {
    expect(believed('172.16.0.1', forwardedFor, true)).toBe(address)
  })
})
